// One player or one category at a time, and one button that leads to the next thing to do.
"use strict";

(() => {
  if (!cells) return;

  const { form } = cells;
  const { present } = sessionPage;
  const PLACE = `place:${location.pathname}`;
  const BY = "enter-by";
  const narrow = window.matchMedia("(max-width: 63.99rem)");
  const tally = () => [...form.querySelectorAll(".tally")].pop() || form;
  const seats = () => [...tally().querySelectorAll(".seat")];
  const lineup = () => document.getElementById("lineup");
  let by = localStorage.getItem(BY) === "row" ? "row" : "seat";
  let current = 0; // the seat or the category that is shown
  let atResult = false; // everything is entered and the person looks at what it comes to

  // What has a default of its own holds until somebody changes it.
  const counted = (seat) => [...seat.querySelectorAll(":scope > .fields .field")];
  const asked = (seat) => [...seat.querySelectorAll(":scope > .fields .field, :scope > .tie.asked .field.asked")];

  function show() {
    const all = seats();
    const rows = all.length ? counted(all[0]).length : 0;
    current = Math.max(0, Math.min(current, (by === "row" ? rows : all.length) - 1));
    form.classList.toggle("one", narrow.matches && all.length > 1);
    form.dataset.by = by;
    [...form.querySelectorAll(".seat")].forEach((seat) => {
      seat.classList.toggle("current", by === "row" || Number(seat.dataset.seat) === current);
      counted(seat).forEach((field, row) => field.classList.toggle("current", by === "seat" || row === current));
    });
    paintPicks();
    for (const button of form.querySelectorAll("[data-by]")) button.setAttribute("aria-pressed", String(button.dataset.by === by));
    for (const chip of document.querySelectorAll("#standings a")) {
      const shown = by === "seat" && narrow.matches && chip.hash === `#${all[current] && all[current].id}`;
      if (shown) chip.setAttribute("aria-current", "step");
      else chip.removeAttribute("aria-current");
    }
    label();
  }

  // Whoever comes back finds the seat they left; whoever joined finds their own.
  function rememberPlace() {
    sessionStorage.setItem(PLACE, JSON.stringify([by, current]));
  }

  function findPlace() {
    const [before, where] = JSON.parse(sessionStorage.getItem(PLACE) || "[]");
    const linked = location.hash && document.getElementById(location.hash.slice(1));
    if (before === by) current = where;
    else if (linked && linked.matches(".seat") && by === "seat") current = seats().indexOf(linked);
    else if (by === "seat" && present().own) current = Number(present().own);
  }

  function order() {
    const inside = (fields) => fields.map((field) => field.querySelector("input, select"));
    const shared = [...tally().querySelectorAll(".board:not(.readings) .field.count input")];
    if (by === "seat") return [...shared, ...seats().flatMap((seat) => inside(asked(seat)))];
    const columns = seats().map((seat) => inside(counted(seat)));
    return [...shared, ...(columns.length ? columns[0].flatMap((_field, row) => columns.map((column) => column[row])) : [])];
  }

  const isEmpty = (field) => !field.matches(":disabled, [data-holds]") && field.type !== "checkbox" && !field.value.trim();

  // What was there in the chapter before counts again for whoever goes on from it.
  function takeSuggestion() {
    if (!last || !last.isConnected || !last.dataset.suggested || !isEmpty(last)) return;
    last.value = last.dataset.suggested;
    cells.save(cells.cellOf(last));
  }

  // Nobody counts anything before the table has said what is played for.
  function firstPick() {
    const wanted = document.querySelector("#result [data-asks]");
    if (wanted) return document.getElementById(wanted.hash.slice(1)).closest(".field").querySelector("[data-pick]");
    return !order().length && tally().querySelector(".board [data-pick]");
  }

  function reveal(field) {
    const seat = field.closest(".seat");
    if (seat) current = by === "seat" ? seats().indexOf(seat) : counted(seat).indexOf(field.closest(".field"));
    rememberPlace();
    show();
    field.focus();
    field.scrollIntoView({ block: "center" });
  }

  // What the whole table enters may ask for other fields: whoever is quicker goes on once they are there.
  let goesOn = false;
  const isUnsettled = () => sessionPage.isRedrawing() || (cells.state.className !== "waiting" && cells.waits.waiting().some(({ cell }) => /^\d+b-/.test(cell)));

  document.addEventListener("cells:tried", () => {
    if (!goesOn || isUnsettled()) return;
    goesOn = false;
    next();
  });

  function next() {
    goesOn = isUnsettled();
    if (goesOn) return;
    const naming = nextName();
    if (naming) {
      naming.focus();
      return;
    }
    if (inLineup() && narrow.matches) lineup().open = false;
    takeSuggestion();
    const onward = following();
    if (onward) reveal(onward);
    else if (firstPick()) pickFirst(firstPick());
    else if (atResult && lastDeed()) lastDeed().click();
    else {
      document.activeElement.blur();
      document.getElementById("result").scrollIntoView({ block: "start" });
      atResult = true;
      label();
    }
  }

  function pickFirst(button) {
    button.closest(".board").scrollIntoView({ block: "start" });
    button.focus({ preventScroll: true });
  }

  // Nobody is led to a seat that is entered on another phone; whoever goes there stays there.
  const elsewhere = new Set((present().phones || "").split(" "));
  function isElsewhere(field) {
    const seat = by === "seat" && field.closest(".seat");
    return Boolean(seat) && elsewhere.has(seat.dataset.seat) && !(last && seat.contains(last));
  }

  const inLineup = () => lineup().open && (!last || !last.isConnected || lineup().contains(last));

  function nextName() {
    const names = [...lineup().querySelectorAll("input[name^=name]")];
    const at = names.indexOf(last);
    return at < 0 ? null : names.slice(at + 1).find(isEmpty);
  }

  // The first empty field after where the person was; one that was passed over waits at the result.
  function following() {
    const fields = order();
    const isOpen = (field) => isEmpty(field) && !isElsewhere(field);
    const onward = fields.slice(fields.indexOf(last) + 1).find(isOpen);
    return onward || fields.find((field) => isOpen(field) && field.closest(".tie")); // a tie asks those before, too
  }

  // While others still enter theirs, nobody is asked to finish for them.
  const isWaiting = () => order().some((field) => isEmpty(field) && isElsewhere(field));
  const lastDeed = () => (isWaiting() ? null : document.querySelector("#result [data-final]"));

  // The seat of the next field, where it isn't that of the last one.
  function otherSeat(onward) {
    const seat = onward && by === "seat" && onward.closest(".seat");
    const before = last && last.closest(".seat, .board");
    if (!seat || !before || seat === before) return null;
    const isShown = form.matches(".one") && seat.matches(".current");
    return isShown && before.matches(".seat") ? null : seat;
  }

  function label() {
    const button = document.querySelector("[data-next]");
    const onward = following();
    const seat = otherSeat(onward);
    if (seat) button.textContent = `${seat.querySelector("legend bdi").textContent} ›`;
    else if (onward || inLineup() || firstPick()) button.textContent = `${button.dataset.onward} ›`;
    else if (atResult && lastDeed()) button.textContent = lastDeed().textContent;
    else button.textContent = `${button.dataset.result} ›`;
  }

  let last = null; // where the person was
  document.addEventListener("focusin", (event) => {
    const pick = event.target.closest(".picks");
    if (event.target.form !== form || (event.target.tagName === "BUTTON" && !pick)) return;
    last = pick ? pick.parentElement.querySelector("select") : event.target;
    atResult = false;
    label();
  });
  document.addEventListener("change", (event) => {
    const field = event.target;
    // A list is done once something is chosen in it, so the next field comes by itself.
    if (field.tagName === "SELECT" && !isWalking(field) && field.value && field.value !== "?" && field.closest(".seat > .fields")) next();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-next]")) next();
    const mode = event.target.closest("[data-by]");
    if (mode && mode.tagName === "BUTTON") {
      by = mode.dataset.by;
      localStorage.setItem(BY, by);
      current = 0;
      rememberPlace();
      show();
    }
    const link = event.target.closest("a[href^='#']");
    const target = link && document.getElementById(link.hash.slice(1));
    if (target && target.matches(".seat")) {
      if (by === "seat") current = seats().indexOf(target);
      atResult = false;
      rememberPlace();
      show();
    }
  });
  // Enter goes to the next cell of the order people chose, not of the page.
  document.addEventListener("keydown", enter, true);
  function enter(event) {
    if (event.key !== "Enter" || event.target.form !== form || event.target.tagName === "TEXTAREA" || event.target.tagName === "BUTTON") return;
    event.preventDefault();
    event.stopPropagation();
    last = event.target;
    if (cells.namesAnother(last)) form.elements[`${last.name}_typed`].focus();
    else {
      if (cells.cellAt(event)) cells.save(cells.cellAt(event));
      next();
    }
  }

  function arrange() {
    form.querySelector(".modes").hidden = seats().length < 2;
    show();
  }

  findPlace();
  narrow.addEventListener("change", show);
  document.addEventListener("htmx:afterSettle", show);
  document.addEventListener("cells:redrawn", arrange);
  document.addEventListener("cells:mend", ({ detail }) => reveal(detail));
  document.addEventListener("toggle", label, true);
  arrange();
  cells.send();
})();
