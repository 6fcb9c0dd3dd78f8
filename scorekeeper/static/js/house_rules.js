// Rules in groups: what differs from the rules that the form began with is marked while it is chosen. Without it the marks
// come with the next page.

const isUsual = (input) =>
  input.type === "text" ? input.value.trim() === input.dataset.usual : input.checked === "usual" in input.dataset;

function mark(option) {
  const differs = ![...option.querySelectorAll("input")].every(isUsual);
  const group = option.closest("[data-group]");
  option.classList.toggle("differs", differs);
  option.querySelector("[data-was]").hidden = !differs;
  group.querySelector(`[data-for="${option.dataset.option}"]`).hidden = !differs;
  group.querySelector("[data-same]").hidden = group.querySelector("[data-for]:not([hidden])") !== null;
}

/** Mark every option anew, as after changes from elsewhere. */
export function markAll(form) {
  form.querySelectorAll("[data-option]").forEach(mark);
}

/** From now on everything is compared with these rules: `rules` by the name of the box, `effects` by option. */
export function beginWith(form, name, rules, effects) {
  const groups = form.querySelector("[data-groups]");
  for (const input of groups.querySelectorAll("[data-option] input")) {
    const value = rules[input.name.slice(6)] ?? "";
    if (input.type === "text") input.dataset.usual = value;
    else input.toggleAttribute("data-usual", input.value === value);
  }
  for (const same of groups.querySelectorAll("[data-same]")) {
    same.textContent = groups.dataset.same.replace("{name}", () => name);
  }
  for (const option of groups.querySelectorAll("[data-option]")) {
    const words = effects[option.dataset.option];
    const was = groups.dataset.was.replace("{name}", () => name).replace("{words}", () => words);
    option.querySelector("[data-was]").textContent = was;
  }
  markAll(form);
}

/** The titles of the options that are marked. */
export const differing = (form) =>
  [...form.querySelectorAll("[data-group] [data-for]:not([hidden])")].map((title) => title.textContent.trim());

// Before what listens at the form itself, which reads the marks.
document.addEventListener(
  "input",
  (event) => {
    const option = event.target.closest("[data-option]");
    if (option) mark(option);
  },
  true,
);
