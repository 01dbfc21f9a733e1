// What is chosen with a tap, and what is asked only of those who are level.
"use strict";

// Few choices are one tap each: the buttons say what the list behind them holds. What lay there in
// the chapter before is one tap, too.
function paintPicks() {
  for (const picks of document.querySelectorAll(".picks")) {
    const { value } = picks.parentElement.querySelector("select");
    for (const one of picks.children) one.setAttribute("aria-pressed", String(one.dataset.pick === value));
  }
}

(() => {
  function tellChange(field) {
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  document.addEventListener("click", (event) => {
    const pick = event.target.closest("[data-pick]");
    const suggestion = event.target.closest("[data-suggest]");
    const field = (pick || suggestion) && (pick || suggestion).closest(".field").querySelector("select, input");
    if (!field) return;
    if (suggestion) field.value = suggestion.dataset.suggest;
    else if (field.value === pick.dataset.pick) field.selectedIndex = 0;
    else field.value = pick.dataset.pick;
    tellChange(field);
  });
  document.addEventListener("change", paintPicks);
  document.addEventListener("htmx:afterSettle", paintPicks);
})();

// A list whose value changes while a key is down: the key went on to the next choice, and nothing is chosen
// yet. Keys that open the list end with a choice in it, like a tap.
let walkedList = null;

function isWalking(field) {
  return field === walkedList;
}

(() => {
  function stopWalking() {
    walkedList = null;
  }
  document.addEventListener("keydown", (event) => {
    const opens = event.altKey || [" ", "Enter", "F4"].includes(event.key);
    walkedList = event.target.tagName === "SELECT" && !opens ? event.target : null;
  });
  for (const end of ["keyup", "pointerdown", "focusin"]) document.addEventListener(end, stopWalking);
})();

// What breaks a tie is asked of those who are level, as soon as they are.
function askForTie() {
  const sheet = document.querySelector("[data-tie-of]");
  if (!sheet) return;
  const level = new Set(sheet.dataset.tieOf.split(" "));
  const keys = new Set(sheet.dataset.tieKeys.split(" "));
  for (const seat of document.querySelectorAll(".seat[data-seat]")) {
    for (const group of seat.querySelectorAll(":scope > .tie")) {
      const fields = [...group.querySelectorAll(".field")];
      for (const field of fields) {
        const { name, value } = field.querySelector("input");
        const wanted = level.has(seat.dataset.seat) && keys.has(name.split("-")[1]);
        field.classList.toggle("asked", wanted || Boolean(value.trim()));
      }
      group.classList.toggle("asked", fields.some((field) => field.matches(".asked")));
    }
  }
}

document.addEventListener("htmx:afterSettle", askForTie);
askForTie();
