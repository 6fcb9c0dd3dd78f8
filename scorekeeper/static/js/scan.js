// Joining a table by its square code: the phone's own camera takes a picture, and the browser reads it here, where it
// can. The picture is sent nowhere. Without this the code is typed, or the camera app opens the link itself.

/** The path behind which a table of this site is joined; empty for any other code. */
function joining(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.origin === location.origin && /^\/join\/[^/]+\/$/.test(url.pathname) ? url.pathname : "";
}

async function read(picture, detector, failed) {
  failed.hidden = true;
  const found = await detector.detect(await createImageBitmap(picture)).catch(() => []);
  const path = found.map(({ rawValue }) => joining(rawValue)).find(Boolean);
  if (path) location.assign(path);
  else failed.hidden = false;
}

const formats = (await window.BarcodeDetector?.getSupportedFormats()) ?? [];
for (const box of formats.includes("qr_code") ? document.querySelectorAll("[data-scan]") : []) {
  const detector = new window.BarcodeDetector({ formats: ["qr_code"] });
  const input = box.querySelector("input");
  const failed = box.closest(".field").querySelector("[data-scan-failed]");
  box.hidden = false;
  input.addEventListener("change", async () => {
    const [picture] = input.files;
    if (picture) await read(picture, detector, failed);
    input.value = "";
  });
}
