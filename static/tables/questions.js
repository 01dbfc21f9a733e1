// A phone asks whether it may have somebody's name: the question appears on an open page, and the
// phone that asked goes on once it is answered.
"use strict";

(() => {
  const box = document.getElementById("questions");
  if (!box || !window.EventSource) return;
  const main = document.getElementById("main");
  const waiting = document.querySelector("[data-awaits-name]");
  const SOON = 5000; // ms before a lost stream is tried again

  async function show() {
    const answer = await fetch(box.dataset.source);
    if (!answer.ok || answer.redirected) return;
    const fresh = document.createElement("template");
    fresh.innerHTML = await answer.text();
    // A button somebody is about to press stays where it is.
    if (asked(fresh.content) === asked(box)) return;
    box.replaceChildren(fresh.content);
    if (window.htmx) window.htmx.process(box);
  }

  const asked = (part) => [...part.querySelectorAll("form")].map((form) => form.getAttribute("action") + form.elements.person.value).join(" ");

  async function goOn() {
    const answer = await fetch(location.href);
    if (answer.redirected) location.assign(answer.url);
    else if (answer.ok && !(await answer.text()).includes("data-awaits-name")) location.reload();
  }

  function look() {
    (waiting ? goOn : show)().catch(() => {}); // the next change comes with a fresh chance
  }

  // A page that is live hears it on the stream it has.
  document.addEventListener("live:phones", look);
  document.addEventListener("visibilitychange", () => document.hidden || look());
  if (main.dataset.live) return;

  function listen() {
    const source = new EventSource(box.dataset.stream);
    source.addEventListener("phones", look);
    source.addEventListener("open", look);
    source.addEventListener("beat", () => waiting && look());
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, SOON * (1 + Math.random()));
    });
  }
  listen();
})();
