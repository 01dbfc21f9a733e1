// Light or dark stays on this device: the page changes at once, and a cookie tells the laptop for the
// next one. On localhost and over HTTPS a service worker answers when the laptop doesn't.
"use strict";

(() => {
  const THEME = "theme";
  const YEAR = 365 * 24 * 60 * 60;
  const root = document.documentElement;
  const form = document.querySelector("form.themes");
  const secure = location.protocol === "https:" ? "; secure" : "";

  function wear(theme) {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    document.cookie = `${THEME}=${theme}; path=${root.dataset.root}; max-age=${YEAR}; samesite=lax${secure}`;
    const ground = getComputedStyle(document.body).backgroundColor;
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.content = ground;
    for (const button of form ? form.elements : []) {
      if (button.value === theme) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  function remembered() {
    try {
      return localStorage.getItem(THEME);
    } catch {
      return null;
    }
  }

  if (form) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      wear(event.submitter.value);
      try {
        localStorage.setItem(THEME, event.submitter.value);
      } catch {
        // The cookie has it.
      }
    });
  }
  const theme = remembered();
  if (["auto", "light", "dark"].includes(theme) && theme !== (root.dataset.theme || "auto")) wear(theme);

  const { worker } = document.getElementById("offline-words").dataset;
  if (navigator.serviceWorker) {
    window.addEventListener("load", () => navigator.serviceWorker.register(worker).catch(() => {}));
  }
})();
