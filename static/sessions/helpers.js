// Helpers of a session: opened over the page one is at, ticked boxes, and clocks that run.
// Without this file helpers are pages, boxes are sent like any form, and a clock stands.
"use strict";

// Over the page: whoever closes it is where they were, with everything they typed.
(() => {
  const within = window.top !== window;
  if (within) document.documentElement.classList.add("over");

  let sheet = null;
  let frame = null;
  let leaving = false; // for another page

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
    sheet.addEventListener("close", () => {
      frame.remove();
      if (isOver() && !leaving) history.back();
    });
    document.body.append(sheet);
  }

  // An open helper is a step in the browser's history, so that Back closes it and leaves the page where it is.
  const isOver = () => Boolean(history.state && history.state.over);

  function open(link) {
    if (!sheet) makeSheet(link.closest("[data-close-words]").dataset.closeWords);
    frame = document.createElement("iframe"); // a new one each time, without a history of its own
    frame.title = link.dataset.over;
    frame.src = link.href;
    awaitScripts(frame);
    sheet.firstChild.append(frame);
    sheet.setAttribute("aria-label", link.dataset.over);
    sheet.showModal();
  }

  // A tap before its scripts are there would be sent as a page of its own: a step that closing leads back to.
  function awaitScripts(opened) {
    opened.inert = true;
    opened.addEventListener("load", () => {
      opened.inert = false;
      opened.contentWindow.addEventListener("pagehide", () => (opened.inert = true));
    });
  }

  // Back leads out of the helper, Forward and a reload into it again.
  function followHistory() {
    const link = isOver() && [...document.querySelectorAll("a[data-over]")].find(({ href }) => href === history.state.over);
    if (sheet && sheet.open) {
      if (!isOver()) sheet.close();
    } else if (link) open(link);
  }

  const isPlain = (event) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-over]");
    if (!link || within || !isPlain(event) || !window.HTMLDialogElement) return;
    event.preventDefault();
    history.pushState({ over: link.href }, "");
    open(link);
  });

  if (!within) {
    window.addEventListener("popstate", followHistory);
    followHistory();
    window.addEventListener("message", (event) => {
      if (event.origin !== location.origin || !sheet || event.source !== frame.contentWindow) return;
      if (event.data === "close") sheet.close();
      else if (typeof event.data === "string" && event.data.startsWith("/")) leave(event.data);
    });
    return;
  }

  // A link from a helper to another page leads the whole window there; to this one it only closes.
  function leave(path) {
    leaving = path !== location.pathname;
    sheet.close();
    if (leaving) location.replace(path); // in the helper's place, so that Back leads to this page
  }

  // Whatever is opened within a helper takes its place, so that there is nothing to go back through.
  history.pushState = history.replaceState;

  const isBoosted = (link) => (link.closest("[hx-boost]") || link).getAttribute("hx-boost") === "true";

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || link.origin !== location.origin || !isPlain(event)) return;
    const stays = link.pathname.startsWith(`${document.documentElement.dataset.root}helpers/`);
    if (stays && isBoosted(link)) return;
    event.preventDefault();
    if (!stays) event.stopPropagation();
    if (stays) setTimeout(() => location.replace(link.href));
    else window.parent.postMessage(link.pathname, location.origin);
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector("[popover]:popover-open")) window.parent.postMessage("close", location.origin);
  });
})();

// A box is ticked where it stands; everybody else sees it with the next version.
document.addEventListener("submit", async (event) => {
  if (!event.target.matches("#ticks") || !event.submitter) return; // its own id is hidden by the field of that name
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

// Within a helper that lies over a page a form's answer takes the place of the form, like everything there.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (window.top === window || event.defaultPrevented) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form));
  if (event.submitter && event.submitter.name) fields.append(event.submitter.name, event.submitter.value);
  if (form.method === "get") {
    location.replace(`${form.getAttribute("action")}?${fields}`);
    return;
  }
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body: fields });
    if (answer.redirected) location.replace(answer.url);
    else showRefusedPage(await answer.text());
  } catch {
    laptop.lost();
    laptop.tell(laptop.words.notSent);
  }
});

// A refusal, with what was typed.
function showRefusedPage(html) {
  const main = document.getElementById("main");
  main.replaceChildren(...new DOMParser().parseFromString(html, "text/html").getElementById("main").childNodes);
  htmx.process(main);
}

// A clock runs from what the page said when it came, so it doesn't matter what time the phone has.
const clockStarts = new WeakMap();

function clockText(seconds) {
  const rest = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  return hours ? `${hours}:${rest.join(":")}` : `${Math.floor(seconds / 60)}:${rest[1]}`;
}

// All of a page tell the same second.
function runClocks() {
  const now = Date.now();
  for (const spot of document.querySelectorAll("[data-runs]")) {
    const from = spot.dataset.runs;
    const known = clockStarts.get(spot);
    if (!known || known.from !== from) clockStarts.set(spot, { from, at: now });
    const { at } = clockStarts.get(spot);
    spot.textContent = clockText(Number(from) + Math.floor((now - at) / 1000));
  }
}

runClocks();
setInterval(runClocks, 500);
