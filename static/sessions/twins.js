// Two players with the same faction are told so at both fields, until one of them has another.
"use strict";

(() => {
  function tellAt(field, words) {
    const id = `${field.id}_twin`;
    let spot = document.getElementById(id);
    if (!spot && !words) return;
    if (!spot) {
      spot = document.createElement("small");
      spot.id = id;
      spot.className = "mistake twin";
      field.closest(".field").querySelector(".under").append(spot);
    }
    if (spot.textContent === words) return;
    spot.textContent = words;
    if (words) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    // A number is described by all that stands below it, a list by nothing yet.
    if (!field.hasAttribute("aria-describedby")) field.setAttribute("aria-describedby", id);
  }

  function markTwins() {
    const form = document.getElementById("score");
    if (!form) return;
    const told = new Map();
    for (const one of document.querySelectorAll("[data-twins]")) {
      for (const cell of one.dataset.twins.split(" ")) told.set(cell, one.textContent);
    }
    const before = [...form.querySelectorAll(".twin")].map((spot) => document.getElementById(spot.id.replace(/_twin$/, "")));
    const now = [...told.keys()].map((cell) => form.elements[cell]);
    for (const field of new Set([...before, ...now])) {
      if (field && field.closest(".field")) tellAt(field, told.get(field.name) || "");
    }
  }

  document.addEventListener("htmx:afterSettle", markTwins);
  markTwins();
})();
