// Hands a link to the phone's own way of sharing, where it has one.
for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.share({ title: button.dataset.title, url: button.dataset.share });
    } catch (error) {
      if (error.name !== "AbortError") throw error; // who thinks better of it has not failed
    }
  });
}
for (const field of document.querySelectorAll("[data-select]")) {
  field.addEventListener("focus", () => field.select());
}
