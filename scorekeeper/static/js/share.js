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

const SHARPER = 2; // dots for each unit of the drawing

/** The drawing as a PNG, which every messenger and album shows. */
async function pictureOf(url) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth * SHARPER, image.naturalHeight * SHARPER];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("no picture"))), "image/png"));
}

function keep(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// A picture of the result goes to the phone's own way of sharing too, else among the downloads; without scripts the
// link leads to the drawing itself
for (const link of document.querySelectorAll("[data-picture]")) {
  let picture = null; // made beforehand: a tap allows sharing for a moment only
  const made = () => (picture ??= pictureOf(link.href).then((blob) => new File([blob], link.dataset.picture, { type: "image/png" })));
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      const file = await made();
      if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] });
      else keep(file);
    } catch (error) {
      if (error.name !== "AbortError") location.assign(link.href);
    }
  });
  made().catch(() => (picture = null));
}
