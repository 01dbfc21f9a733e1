// A sheet is copied box by box, and the laptop draws it after every press. Whoever taps faster than that loses
// nothing: what is pressed meanwhile goes with the next request, each press with the icon it was made with.
"use strict";

(() => {
  if (!document.getElementById("editor")) return;

  const BRUSHES = ["icon", "good"];
  const editor = () => document.getElementById("editor");
  let waiting = []; // presses: the button's value, and what it is pressed with
  let sent = null; // the presses that are on their way
  let brush = chosen();
  let pressing = false; // what waited

  function chosen() {
    return Object.fromEntries(BRUSHES.map((name) => [name, editor().elements[name].value]));
  }

  function choose(picked) {
    for (const name of BRUSHES) editor().elements[name].value = picked[name];
  }

  const isSame = (one, other) => BRUSHES.every((name) => one[name] === other[name]);

  // As many as were made with the same icon; saving and discarding come alone, after everything before it.
  function nextPresses() {
    const [first] = waiting;
    const end = waiting.findIndex((one) => one.saves !== first.saves || !isSame(one.brush, first.brush));
    return waiting.splice(0, end < 0 ? waiting.length : end);
  }

  function press() {
    if (sent || !waiting.length) return;
    const presses = nextPresses();
    const [{ name, value, brush: own }] = presses;
    const button = editor().querySelector(`button[name="${name}"][value="${value}"]`);
    if (!button) {
      press(); // its box was taken away before
      return;
    }
    sent = presses;
    choose(own);
    pressing = true;
    editor().requestSubmit(button);
    pressing = false;
    choose(brush);
  }

  document.addEventListener("change", (event) => {
    if (event.target.form === editor()) brush = chosen();
  });

  document.addEventListener("submit", (event) => {
    if (event.target !== editor() || !event.submitter) return;
    if (pressing) return;
    const { name, value } = event.submitter;
    const one = { name, value, saves: name !== "do", brush };
    if (!sent && !waiting.length) {
      sent = [one];
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    waiting.push(one);
    setTimeout(press); // a form can't be sent while it is being sent
  }, true);

  // htmx knows only which button was clicked last.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt !== editor() || !sent) return;
    for (const name of ["do", "save", "discard"]) detail.formData.delete(name);
    for (const { name, value } of sent) detail.formData.append(name, value);
  });

  // The sheet as drawn anew knows nothing of an icon that was picked meanwhile.
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    if (target !== editor()) return;
    sent = null;
    choose(brush);
    press();
  });

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!sent || detail.elt !== editor() || detail.successful) return;
    waiting = [...sent, ...waiting];
    sent = null;
    laptop.lost();
  });

  document.addEventListener("laptop:back", press);
})();
