// A document takes a moment: the button that was pressed says so until the paper is there.
// Without this file the browser's own sign of loading does.
"use strict";

for (const form of document.querySelectorAll("form[data-printing]")) {
  const status = form.querySelector("[role=status]");
  const usual = status.textContent;
  let pressed = null;

  function rest() {
    if (pressed) pressed.removeAttribute("aria-busy");
    pressed = null;
    status.textContent = usual;
  }

  form.addEventListener("submit", (event) => {
    rest();
    pressed = event.submitter;
    if (!pressed) return;
    pressed.setAttribute("aria-busy", "true");
    status.textContent = form.dataset.printing;
  });
  // The paper has come, in this tab or as a download, and somebody is back.
  for (const back of ["pageshow", "focus", "pagehide"]) window.addEventListener(back, rest);
}
