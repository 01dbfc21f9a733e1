// The moment of a result: places appear one after another (finale.css) and totals count up to what
// they are. It happens once on a device; whoever opens the page again finds it as it ended.
"use strict";

(() => {
  const BEAT = 550; // ms between two places, as in finale.css
  const COUNT = 450; // ms a total takes
  const SEEN = "result-seen";
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");

  const key = (part) => `${location.pathname} ${part.dataset.moment}`;

  function wasSeen(part) {
    return sessionStorage.getItem(SEEN) === key(part);
  }

  function countUp(total, after) {
    const end = total.textContent;
    const most = Number(end.replace("−", "-"));
    if (!Number.isInteger(most)) return;
    const from = performance.now() + after;
    const step = (now) => {
      const share = Math.max(0, Math.min(1, (now - from) / COUNT));
      total.textContent = share < 1 ? String(Math.round(most * share)).replace("-", "−") : end;
      if (share < 1 && total.isConnected) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  function celebrate() {
    for (const part of document.querySelectorAll("[data-moment][data-fresh]")) {
      if (part.dataset.begun) continue; // the same page, another answer of its stream
      part.dataset.begun = "";
      if (wasSeen(part)) {
        part.classList.add("seen");
        continue;
      }
      const totals = [...part.querySelectorAll("[data-count]")];
      if (!still.matches) totals.forEach((total, place) => countUp(total, (totals.length - 1 - place) * BEAT));
    }
    const [first] = document.querySelectorAll("[data-moment][data-fresh]");
    if (first) sessionStorage.setItem(SEEN, key(first));
  }

  document.addEventListener("htmx:afterSettle", celebrate);
  celebrate();
})();
