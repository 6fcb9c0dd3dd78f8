// House rules: what differs from the rules that the form began with is marked while it is chosen. Without it the marks
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

document.querySelector("form:has([data-group])").addEventListener("input", (event) => {
  const option = event.target.closest("[data-option]");
  if (option) mark(option);
});
