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

// Sending a result on: the phone's own share sheet where there is one, copying everywhere.
(() => {
  const text = () => document.getElementById("share-text");

  // The picture is fetched with the first touch, so that the sheet opens within the tap.
  let picture = null;
  function fetchPicture(address) {
    picture = picture || fetch(address).then((answer) => (answer.ok ? answer.blob() : null)).catch(() => null);
    return picture;
  }

  async function share(button) {
    const blob = await fetchPicture(button.dataset.share);
    const sent = { text: text().value };
    if (button.dataset.shareLink) sent.url = button.dataset.shareLink;
    const files = blob ? [new File([blob], "result.png", { type: "image/png" })] : [];
    if (files.length && navigator.canShare && navigator.canShare({ files })) sent.files = files;
    try {
      await navigator.share(sent);
    } catch {
      // Closed without choosing anybody.
    }
  }

  // Over plain HTTP a browser has no clipboard of its own: what is selected is copied as by hand.
  async function copy(button) {
    const field = document.getElementById(button.dataset.copy);
    field.focus();
    field.select();
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
      else if (!document.execCommand("copy")) return;
    } catch {
      return; // it stays selected
    }
    const words = button.dataset.words || button.textContent;
    button.dataset.words = words;
    button.textContent = `${button.dataset.done} ✓`;
    setTimeout(() => {
      button.textContent = words;
    }, 2000);
  }

  function offer() {
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  }

  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-share]");
    if (button) fetchPicture(button.dataset.share);
  });
  document.addEventListener("click", (event) => {
    const sharing = event.target.closest("[data-share]");
    const copying = event.target.closest("[data-copy]");
    if (sharing) share(sharing);
    if (copying) copy(copying);
  });
  document.addEventListener("htmx:afterSettle", offer);
  offer();
})();
