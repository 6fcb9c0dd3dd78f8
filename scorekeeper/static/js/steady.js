// A page that renews itself stays where it is under the finger: what one is about to tap does not move away. The part
// that was touched, hovered or focused last stays at its height on the screen, and while a finger or a button of the
// mouse is down nothing is renewed.

const PART = "#part, [data-steady]";
const NEAR = 10000; // ms for which the last place of a pointer counts
let down = false;
let last = null; // { x, y, at }

const noted = (event) => (last = { x: event.clientX, y: event.clientY, at: performance.now() });
document.addEventListener("pointermove", noted, { passive: true });
document.addEventListener(
  "pointerdown",
  (event) => {
    noted(event);
    down = true;
  },
  { passive: true },
);
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => (down = false), { passive: true });

/** The nearest thing with an id that the reader is at. */
function anchor(part) {
  const focused = document.activeElement?.closest("[id]");
  if (focused && part.contains(focused) && focused !== part) return focused;
  if (!last || performance.now() - last.at > NEAR) return null;
  const there = document.elementFromPoint(last.x, last.y)?.closest("[id]");
  return there && part.contains(there) && there !== part ? there : null;
}

let kept = null; // { id, top, focus }
document.addEventListener("htmx:beforeSwap", (event) => {
  const part = event.detail.target.closest(PART);
  if (!part) return;
  if (down) {
    event.detail.shouldSwap = false; // asked again in ten seconds
    return;
  }
  const there = anchor(part);
  const focus = document.activeElement;
  kept = there && {
    id: there.id,
    top: there.getBoundingClientRect().top,
    focus: part.contains(focus) ? [...there.querySelectorAll("a, button, input")].indexOf(focus) : -1,
  };
});
document.addEventListener("htmx:afterSwap", () => {
  const there = kept && document.getElementById(kept.id);
  if (there) {
    if (kept.focus >= 0) there.querySelectorAll("a, button, input")[kept.focus]?.focus({ preventScroll: true });
    const moved = there.getBoundingClientRect().top - kept.top;
    if (Math.abs(moved) > 1) window.scrollBy(0, moved);
  }
  kept = null;
});
