// After a refusal the first thing that is wrong is in sight, and what is corrected isn't called wrong any more.
"use strict";

(() => {
  const main = document.getElementById("main");

  function firstProblem() {
    const found = [...main.querySelectorAll(".refusal .problems, .ask.problems, [aria-invalid=true], .mistake:not(:empty)")];
    return found.find((one) => !one.closest("[hidden]"));
  }

  function showProblem(problem) {
    for (let fold = problem.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (problem.matches("input, select, textarea")) problem.focus({ preventScroll: true });
    problem.scrollIntoView({ block: "center" });
  }

  const problem = main.querySelector("[data-refused]") && firstProblem();
  if (problem) showProblem(problem);

  // A form of scores is looked at by the laptop while somebody types.
  main.addEventListener("input", ({ target }) => {
    if (!target.matches("[aria-invalid=true]") || target.closest("#score")) return;
    target.removeAttribute("aria-invalid");
    const said = target.closest("p, label, .asked").querySelector(".mistake");
    if (said) said.textContent = "";
  });
})();
