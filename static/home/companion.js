// Steppers, moving on with Enter, and marking mistakes beside their field.
// Everything else works without this file.
"use strict";

// For everything that is sent and may be sent again. Plain HTTP has no crypto.randomUUID.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A moment as the laptop's own pages write it, by the laptop's clock: "today" is only the hour.
function spokenTime(at) {
  const { lang, dataset } = document.documentElement;
  const say = (parts, time = at) => new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { timeZone: dataset.zone, ...parts }).format(time);
  const day = { day: "numeric", month: lang === "en" ? "short" : "long" };
  const hour = say({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).padStart(5, "0");
  return say(day) === say(day, Date.now()) ? hour : `${say(day)}, ${hour}`;
}

const REPEAT_AFTER = 450; // ms a finger rests before a step repeats
const REPEAT_EVERY = 90;

function numberIn(input) {
  const typed = input.value.trim() || input.placeholder || "0";
  return typed.split("+").reduce((sum, part) => sum + (parseInt(part, 10) || 0), 0);
}

function step(input, by) {
  const most = Number(input.dataset.maximum);
  const next = Math.min(most, Math.max(0, numberIn(input) + by));
  if (String(next) === input.value) return;
  input.value = next;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

let repeating = null;

function stopRepeating() {
  clearTimeout(repeating);
  repeating = null;
}

function repeat(input, by, wait) {
  repeating = setTimeout(() => {
    step(input, by);
    repeat(input, by, REPEAT_EVERY);
  }, wait);
}

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button || event.button !== 0) return;
  const input = button.parentElement.querySelector("input");
  repeat(input, Number(button.dataset.step), REPEAT_AFTER);
});
for (const end of ["pointerup", "pointercancel", "pointerleave", "blur"]) {
  window.addEventListener(end, stopRepeating);
}
document.addEventListener("contextmenu", (event) => {
  if (event.target.closest("[data-step]")) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  step(button.parentElement.querySelector("input"), Number(button.dataset.step));
});

function fieldsOf(form) {
  return [...form.querySelectorAll("input:not([type=hidden]), select")].filter((field) => field.offsetParent && !field.closest("details:not([open])"));
}

// To the next field, and from the last one on: there some forms are saved.
function goOn(input) {
  const fields = fieldsOf(input.form);
  const next = fields[fields.indexOf(input) + 1];
  if (next) next.focus();
  else if (input.form.matches("[data-enter-saves]")) input.form.requestSubmit();
  else input.blur();
}

document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || !input.form || !input.form.matches("#score, .field-by-field")) return;
  if (event.key === "Enter") {
    event.preventDefault();
    goOn(input);
  } else if (input.dataset.maximum && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    event.preventDefault();
    step(input, event.key === "ArrowUp" ? 1 : -1);
  }
});

// A tapped number is there to be replaced, so it comes selected.
document.addEventListener("focusin", (event) => {
  if (event.target.matches(".stepper input")) event.target.select();
});

function markMistakes() {
  if (!document.querySelector("#score[hx-get]")) return; // where cells are saved, they speak for themselves
  for (const spot of document.querySelectorAll(".mistake")) spot.textContent = "";
  for (const input of document.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  for (const link of document.querySelectorAll("[data-mistake]")) {
    const input = document.getElementById(link.dataset.mistake);
    const spot = document.getElementById(`${link.dataset.mistake}_error`);
    if (!input || !spot) continue;
    input.setAttribute("aria-invalid", "true");
    spot.textContent = link.parentElement.querySelector("span").textContent;
  }
}

// Nothing typed is lost when the laptop sleeps: say so, and ask again until it answers.
const ASK_AGAIN_AFTER = 3000;

function unreachable(event) {
  const notice = document.getElementById("unreachable");
  if (!notice) return;
  notice.hidden = false;
  setTimeout(() => htmx.trigger(event.target, "change"), ASK_AGAIN_AFTER);
}

// Leaving a field tells of a change that has been answered already. A second answer would only close
// the rule somebody has just opened in the first.
let answered = null;
document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, pathInfo } = event.detail;
  if (elt.matches("#score[hx-get]") && pathInfo.finalRequestPath === answered) event.preventDefault();
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.elt.matches("#score[hx-get]")) answered = detail.successful ? detail.pathInfo.finalRequestPath : null;
});

document.addEventListener("htmx:sendError", unreachable);
document.addEventListener("htmx:responseError", unreachable);
document.addEventListener("htmx:beforeSwap", (event) => {
  const notice = document.getElementById("unreachable");
  if (notice && event.detail.xhr.status === 200) notice.hidden = true;
});

document.addEventListener("htmx:afterSettle", () => {
  markMistakes();
  const tied = document.querySelector("[data-tied]");
  if (tied) for (const group of document.querySelectorAll("details.tie")) group.open = true;
});

// What was ticked off stays so when the list comes anew with the result.
const TICKED = `ticked:${location.pathname}`;
const ticked = new Set(JSON.parse(sessionStorage.getItem(TICKED) || "[]"));
const stepText = (box) => box.closest("li").textContent.trim().replace(/\s+/g, " ");

function tickAgain() {
  for (const box of document.querySelectorAll(".steps input")) box.checked = ticked.has(stepText(box));
}

document.addEventListener("change", (event) => {
  if (!event.target.matches(".steps input")) return;
  ticked[event.target.checked ? "add" : "delete"](stepText(event.target));
  sessionStorage.setItem(TICKED, JSON.stringify([...ticked]));
});
document.addEventListener("htmx:afterSettle", tickAgain);
tickAgain();

// A link into a closed chapter opens it.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  const target = link && document.getElementById(link.hash.slice(1));
  for (let box = target && target.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
});
