// 复盘: steps without loading the page anew, by buttons and by the keys ← → Home End.

async function go(address, push = true) {
  let text;
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    text = await answer.text();
  } catch {
    location.assign(address);
    return;
  }
  const main = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  const key = document.activeElement?.dataset?.key;
  const scrolled = document.querySelector(".lines")?.scrollTop ?? 0;
  document.querySelector("main").replaceWith(main);
  if (push) history.pushState(null, "", address);
  const again = key && document.querySelector(`[data-key="${key}"]`);
  if (key) (again || document.getElementById("step-title")).focus({ preventScroll: true });
  document.querySelector(".lines").scrollTop = scrolled;
  showLine();
}

/** Let the list of lines show the one that the step is. */
function showLine() {
  const lines = document.querySelector(".lines");
  const now = lines?.querySelector("[aria-current]");
  if (!now) return;
  const top = now.offsetTop - lines.offsetTop;
  if (top < lines.scrollTop || top > lines.scrollTop + lines.clientHeight - now.offsetHeight) {
    lines.scrollTop = top - lines.clientHeight / 2;
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.('a[href^="?step="]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link.href);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest?.("input, select, summary")) return;
  const link = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!link) return;
  event.preventDefault();
  go(link.href);
});
showLine();
window.addEventListener("popstate", () => go(location.href, false));
