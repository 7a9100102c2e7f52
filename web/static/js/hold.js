// 手下留住: what somebody presses or types into stays where it is until they are done, whatever news come meanwhile.
//
// A key that is drawn anew between the finger's coming down and its lifting would lose the tap, a field that is
// drawn anew the number that was typed.

const LIFTED = 400; // milliseconds from a lifted finger to its click, at most

let pressed = null; // what a pointer came down on, until its click
let edited = null; // the field whose value was not taken over yet, or the list that was opened
const owed = new Map(); // element -> what draws it, once it is free

const inside = (element, one) => Boolean(one?.isConnected) && element.contains(one);

/** Whether somebody is at something in an element, so that it must not be drawn anew. */
export const held = (element) => inside(element, pressed) || (inside(element, edited) && document.activeElement === edited);

/** Draw an element once nobody is at it; what was to be drawn there before is forgotten. */
export const whenFree = (element, paint) => owed.set(element, paint);

/** An element was drawn: nothing is owed there. */
export const drawn = (element) => owed.delete(element);

function payUp() {
  for (const [element, paint] of owed) {
    if (held(element)) continue;
    owed.delete(element);
    paint();
  }
}

/** Let go, and draw what is owed once those who listen for the same event have had it. */
function free(name) {
  if (name === "pressed") pressed = null;
  else edited = null;
  setTimeout(payUp);
}

const hear = (events, listener) => events.forEach((name) => window.addEventListener(name, listener, { capture: true, passive: true }));

hear(["pointerdown"], ({ target }) => {
  pressed = target;
  edited = target.closest?.("select") ?? (target === edited ? edited : null);
  setTimeout(payUp);
});
hear(["pointerup"], () => {
  const lifted = pressed;
  setTimeout(() => lifted === pressed && free("pressed"), LIFTED);
});
hear(["click", "pointercancel"], () => free("pressed"));
hear(["input"], ({ target }) => (edited = target));
hear(["change", "focusout"], ({ target }) => target === edited && free("edited"));
window.addEventListener("blur", () => free("pressed"));
