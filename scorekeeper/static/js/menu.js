// Menus that open in place (`<details class="menu">`): Escape and a tap elsewhere close them, what they show is fetched
// anew each time they are opened, and they stay open where the page around them renews itself.

const OPEN = "details.menu[open]";

function close(menu, { focus = false } = {}) {
  menu.open = false;
  if (focus) menu.querySelector("summary").focus();
}

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector(OPEN);
  if (menu) close(menu, { focus: menu.contains(document.activeElement) });
});

document.addEventListener("pointerdown", (event) => {
  for (const menu of document.querySelectorAll(OPEN)) if (!menu.contains(event.target)) close(menu);
});

// `toggle` does not bubble
document.addEventListener(
  "toggle",
  ({ target }) => {
    const fresh = target.matches(OPEN) && target.querySelector("[hx-trigger~='menu-opened']");
    if (fresh) htmx.trigger(fresh, "menu-opened");
  },
  true,
);

let kept = null; // { menu, focus }
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const menu = detail.target.querySelector(OPEN);
  kept = menu && { menu, focus: menu.contains(document.activeElement) ? document.activeElement : null };
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const around = detail.target.closest(OPEN);
  if (around && document.activeElement === document.body) around.querySelector("summary").focus({ preventScroll: true });
  const fresh = kept && document.getElementById(kept.menu.id);
  if (fresh && fresh !== kept.menu) {
    fresh.replaceWith(kept.menu);
    htmx.process(kept.menu); // it was cleaned up with what stood there before
    kept.focus?.focus({ preventScroll: true });
  }
  kept = null;
});
