// Helpers of a session: opened over the page one is at, ticked boxes, and clocks that run.
// Without this file helpers are pages, boxes are sent like any form, and a clock stands.
"use strict";

// Over the page: whoever closes it is where they were, with everything they typed.
(() => {
  const within = window.top !== window;
  if (within) document.documentElement.classList.add("over");

  let sheet = null;
  let frame = null;

  function makeSheet(words) {
    sheet = document.createElement("dialog");
    sheet.className = "over";
    const inner = document.createElement("div");
    const head = document.createElement("header");
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = words;
    close.addEventListener("click", () => sheet.close());
    head.append(close);
    inner.append(head);
    sheet.append(inner);
    sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
    sheet.addEventListener("close", () => frame.remove());
    document.body.append(sheet);
  }

  function open(link) {
    if (!sheet) makeSheet(link.closest("[data-close-words]").dataset.closeWords);
    frame = document.createElement("iframe"); // a new one each time: Back leads out of the page, not through helpers
    frame.title = link.dataset.over;
    frame.src = link.href;
    sheet.firstChild.append(frame);
    sheet.setAttribute("aria-label", link.dataset.over);
    sheet.showModal();
  }

  const isPlain = (event) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-over]");
    if (!link || within || !isPlain(event) || !window.HTMLDialogElement) return;
    event.preventDefault();
    open(link);
  });

  if (!within) {
    window.addEventListener("message", (event) => {
      if (event.origin !== location.origin || !sheet || event.source !== frame.contentWindow) return;
      if (event.data === "close") sheet.close();
      else if (typeof event.data === "string" && event.data.startsWith("/")) leave(event.data);
    });
    return;
  }

  // A link from a helper to another page leads the whole window there; to this one it only closes.
  function leave(path) {
    sheet.close();
    if (path !== location.pathname) location.assign(path);
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || link.origin !== location.origin || !isPlain(event)) return;
    if (link.pathname.startsWith("/helpers/")) return;
    event.preventDefault();
    event.stopPropagation();
    window.parent.postMessage(link.pathname, location.origin);
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector("[popover]:popover-open")) window.parent.postMessage("close", location.origin);
  });
})();

// A box is ticked where it stands; everybody else sees it with the next version.
document.addEventListener("submit", async (event) => {
  if (event.target.id !== "ticks" || !event.submitter) return;
  event.preventDefault();
  const box = event.submitter;
  const posted = new URLSearchParams(new FormData(event.target));
  posted.set("box", box.value);
  posted.set("id", newId());
  const on = box.value.startsWith("+");
  turn(box, on);
  try {
    const answer = await fetch(event.target.action, { method: "POST", body: posted, headers: { "X-Live": "true" } });
    if (!answer.ok) turn(box, !on);
  } catch {
    turn(box, !on);
  }
});

function turn(box, on) {
  box.setAttribute("aria-checked", String(on));
  box.value = (on ? "-" : "+") + box.value.slice(1);
}

// A tap that stays on its page: sent as it is, then the page asks what stands now.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-stay] form.tap")) return;
  event.preventDefault();
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { "X-Live": "true" } });
    if (answer.ok) document.dispatchEvent(new Event("live:refresh"));
  } catch {
    // The button is still there.
  }
});

// A clock runs from what the page said when it came, so it doesn't matter what time the phone has.
const clockStarts = new WeakMap();

function clockText(seconds) {
  const rest = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  return hours ? `${hours}:${rest.join(":")}` : `${Math.floor(seconds / 60)}:${rest[1]}`;
}

function runClocks() {
  for (const spot of document.querySelectorAll("[data-runs]")) {
    const from = spot.dataset.runs;
    const known = clockStarts.get(spot);
    if (!known || known.from !== from) clockStarts.set(spot, { from, at: Date.now() });
    const { at } = clockStarts.get(spot);
    spot.textContent = clockText(Number(from) + Math.floor((Date.now() - at) / 1000));
  }
}

runClocks();
setInterval(runClocks, 500);
