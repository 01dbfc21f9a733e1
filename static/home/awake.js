// The screen stays on while a session is open, where the browser allows it and nobody switched it off.
"use strict";

(() => {
  const button = document.querySelector("[data-awake]");
  if (!button || !navigator.wakeLock) return;

  const OFF = "screen-may-sleep";
  let lock = null;

  function wanted() {
    try {
      return !localStorage.getItem(OFF);
    } catch {
      return true;
    }
  }

  function remember(on) {
    try {
      if (on) localStorage.removeItem(OFF);
      else localStorage.setItem(OFF, "1");
    } catch {
      // Then it holds for this page.
    }
  }

  // A hidden page loses it, and a phone that is low on power may refuse it.
  async function hold() {
    if (document.hidden || (lock && !lock.released)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", show);
    } catch {
      lock = null;
    }
    show();
  }

  function show() {
    button.setAttribute("aria-pressed", String(Boolean(lock && !lock.released)));
  }

  async function toggle() {
    const on = button.getAttribute("aria-pressed") !== "true";
    remember(on);
    if (on) await hold();
    else if (lock) await lock.release();
    show();
  }

  button.hidden = false;
  button.addEventListener("click", toggle);
  document.addEventListener("visibilitychange", () => wanted() && hold());
  show();
  if (wanted()) hold();
})();
