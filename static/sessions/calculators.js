// A calculator that was opened from a session is found as it was left on this phone; starting over clears it.
// Without this file its address still holds what was typed.
"use strict";

(() => {
  const spot = document.querySelector("[data-calculator]");
  if (!spot) return;

  const STORE = "calculators";
  const MOST = 40; // the oldest goes first
  const empty = location.pathname + spot.dataset.calculator;

  function stored() {
    try {
      return JSON.parse(localStorage.getItem(STORE)) || {};
    } catch {
      return {};
    }
  }

  function store(address) {
    const others = stored();
    delete others[empty]; // written again, it is the newest
    const all = Object.entries(address ? { ...others, [empty]: address } : others);
    try {
      localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(all.slice(-MOST))));
      spot.dataset.kept = address;
    } catch {
      // A browser without storage still has the address.
    }
  }

  const here = () => location.pathname + location.search;
  const remember = () => store(here() === empty ? "" : here());

  document.addEventListener("htmx:afterSettle", remember);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (link && link.pathname + link.search === empty) store("");
  });

  const left = stored()[empty];
  if (here() === empty && left) location.replace(left);
  else remember();
})();
