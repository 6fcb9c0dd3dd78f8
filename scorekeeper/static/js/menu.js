// Menus that open in place (`<details class="menu">`): Escape and a tap elsewhere close them, what they show is fetched
// anew each time they are opened, and they stay open where the page around them renews itself. One that `stays` is
// closed by its own line alone, and what it shows is fetched anew with the page around it.

const OPEN = "details.menu[open]";
const CLOSES = "details.menu[open]:not(.stays)";

function close(menu, { focus = false } = {}) {
  menu.open = false;
  if (focus) menu.querySelector("summary").focus();
}

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector(CLOSES);
  if (menu) close(menu, { focus: menu.contains(document.activeElement) });
});

document.addEventListener("pointerdown", (event) => {
  for (const menu of document.querySelectorAll(CLOSES)) if (!menu.contains(event.target)) close(menu);
});

function fetched(menu) {
  const fresh = menu.matches(OPEN) && menu.querySelector("[hx-trigger~='menu-opened']");
  if (fresh) htmx.trigger(fresh, "menu-opened");
}

document.addEventListener("toggle", ({ target }) => fetched(target), true); // it does not bubble

let kept = []; // { menu, focus }
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  kept = [...detail.target.querySelectorAll(OPEN)].map((menu) => ({
    menu,
    focus: menu.contains(document.activeElement) ? document.activeElement : null,
  }));
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const around = detail.target.closest(CLOSES);
  if (around && document.activeElement === document.body) around.querySelector("summary").focus({ preventScroll: true });
  for (const { menu, focus } of kept) {
    const fresh = document.getElementById(menu.id);
    if (!fresh || fresh === menu) continue;
    menu.querySelector("summary").replaceChildren(...fresh.querySelector("summary").childNodes);
    fresh.replaceWith(menu);
    htmx.process(menu); // it was cleaned up with what stood there before
    focus?.focus({ preventScroll: true });
    if (menu.matches(".stays")) fetched(menu);
  }
  kept = [];
});
