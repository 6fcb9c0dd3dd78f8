// Elements in one line: el("p", {class: "note"}, "text", el("b", {}, "more")). Text is always text, never markup.

/** An element with attributes, properties named `on...` as listeners, and children; null children are left out. */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

/** A picture of the sprite that the page names; what stands beside it, or is only heard, says what it means. */
export function glyph(name, style) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", style);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${document.documentElement.dataset.sprite}#${name}`);
  svg.append(use);
  return svg;
}

/** A button; `kind` are its classes. */
export const button = (text, onclick, kind = "btn", more = {}) => el("button", { type: "button", class: kind, onclick, ...more }, text);
