// Passkeys: what the browser makes or shows of one is put into its form, which is then sent as any other.

import { working } from "./app.js";

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The options as the browser wants them: what came as text is bytes. */
function decoded(options) {
  const key = { ...options.publicKey, challenge: bytes(options.publicKey.challenge) };
  const ids = (list) => list?.map((one) => ({ ...one, id: bytes(one.id) }));
  if (key.user) key.user = { ...key.user, id: bytes(key.user.id) };
  if (key.excludeCredentials) key.excludeCredentials = ids(key.excludeCredentials);
  if (key.allowCredentials) key.allowCredentials = ids(key.allowCredentials);
  return { publicKey: key };
}

/** What the browser answers, as text. */
function encoded(credential) {
  const { response } = credential;
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const answered = parts.filter((part) => response[part]).map((part) => [part, text(response[part])]);
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: Object.fromEntries(answered),
  };
}

/** The options stand in the page, or are fetched: where somebody signs in, a page of them is not kept waiting. */
async function optionsFor(form) {
  const here = document.getElementById("passkey-options");
  if (here) return JSON.parse(here.textContent);
  const answer = await fetch(form.action, { credentials: "same-origin", headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`No options for a passkey: ${answer.status}`);
  return answer.json();
}

/** A passkey that can sign in by itself, and is unlocked by its owner each time. */
async function made(options) {
  const found = decoded(options.creation_options);
  const selection = { residentKey: "required", requireResidentKey: true, userVerification: "required" };
  found.publicKey.authenticatorSelection = { ...found.publicKey.authenticatorSelection, ...selection };
  return navigator.credentials.create(found);
}

const shown = async (options) => navigator.credentials.get(decoded(options.request_options));

async function fill(form) {
  const options = await optionsFor(form);
  const credential = await (form.dataset.passkey === "create" ? made(options) : shown(options));
  form.elements.credential.value = JSON.stringify(encoded(credential));
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const problem = form.querySelector("[data-problem]");
  form.hidden = !window.PublicKeyCredential;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.hidden = true;
    const done = working(event.submitter);
    try {
      await fill(form);
    } catch {
      done();
      problem.hidden = false; // refused by the person, or by the device
      return;
    }
    form.submit();
  });
}
