// 焦点: who has the focus, so that a sheet can give it back, and arrow keys among tiles.

const ROW = 9;

/** The name of what has the focus, for `giveBack`. */
export const holder = () => document.activeElement?.dataset?.focus ?? document.activeElement?.id;

/** Give the focus back to what has that name, where it is still there. */
export function giveBack(name) {
  const back = name && (document.querySelector(`[data-focus="${CSS.escape(name)}"]`) ?? document.getElementById(name));
  if (back) back.focus({ preventScroll: true });
}

/** Move the focus by an arrow key among tiles that lie in rows of nine; one that cannot be pressed is passed over. */
export function arrows(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -ROW, ArrowDown: ROW }[event.key];
  if (!step) return;
  const keys = [...event.currentTarget.children];
  let at = keys.indexOf(document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  do at += step;
  while (keys[at]?.disabled);
  keys[at]?.focus({ preventScroll: true });
}
