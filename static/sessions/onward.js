// One player or one category at a time, and one button that leads to the next thing to do.
"use strict";

(() => {
  if (!cells) return;

  const { form } = cells;
  const { present } = sessionPage;
  const PLACE = `place:${sessionPage.address()}`;
  const BY = "enter-by";
  const narrow = window.matchMedia("(max-width: 63.99rem)");
  const tally = () => [...form.querySelectorAll(".tally")].pop() || form;
  const seats = () => [...tally().querySelectorAll(".seat")];
  const lineup = () => document.getElementById("lineup");
  let by = localStorage.getItem(BY) === "row" ? "row" : "seat";
  let current = 0; // the seat or the category that is shown

  // What has a default of its own holds until somebody changes it.
  const counted = (seat) => [...seat.querySelectorAll(":scope > .fields .field")];
  const tied = (seat) => [...seat.querySelectorAll(":scope > .tie.asked .field.asked")];
  const asked = (seat) => [...counted(seat), ...tied(seat)];

  function show() {
    const all = seats();
    const rows = Math.max(0, ...all.map((seat) => counted(seat).length)); // what is hidden has none
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

  // A link leads to one field, once: a reload finds the place people went on to.
  function goToLinked() {
    const linked = location.hash && document.getElementById(location.hash.slice(1));
    if (!linked || linked.form !== form || linked.matches("fieldset, :disabled")) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    reveal(linked);
  }

  function order() {
    const inside = (fields) => fields.map((field) => field.querySelector("input, select"));
    const shared = [...tally().querySelectorAll(".board:not(.readings) .field.count input")];
    if (by === "seat") return [...shared, ...seats().flatMap((seat) => inside(asked(seat)))];
    const columns = seats().map((seat) => inside(counted(seat)));
    const longest = Math.max(0, ...columns.map((column) => column.length)); // what is hidden has no fields
    const rows = [...Array(longest).keys()].flatMap((row) => columns.map((column) => column[row])).filter(Boolean);
    return [...shared, ...rows, ...seats().flatMap((seat) => inside(tied(seat)))];
  }

  const isAtTie = () => Boolean(last && last.isConnected && last.closest(".tie"));
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
    const field = wanted && document.getElementById(wanted.hash.slice(1));
    if (field) return field.closest(".field").querySelector("[data-pick]");
    return !order().length && tally().querySelector(".board [data-pick]");
  }

  function reveal(field) {
    const seat = field.closest(".seat");
    const row = seat && by === "row" ? counted(seat).indexOf(field.closest(".field")) : -1;
    if (seat && by === "seat") current = seats().findIndex((one) => one.dataset.seat === seat.dataset.seat);
    else if (row >= 0) current = row;
    for (let box = field.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    rememberPlace();
    show();
    const spot = field.closest(".field").querySelector("[data-pick]") || field;
    spot.focus();
    spot.scrollIntoView({ block: "center" });
  }

  // What the whole table enters, or what breaks a tie, may ask for other fields: whoever is quicker goes on
  // once they are there.
  let goesOn = false;
  const asksFurther = ({ cell }) => /^\d+b-/.test(cell) || Boolean(cells.fieldOf(cell) && cells.fieldOf(cell).closest(".tie"));
  const isUnsettled = () => sessionPage.isRedrawing() || (cells.state.className !== "waiting" && cells.waits.waiting().some(asksFurther));

  document.addEventListener("cells:tried", () => {
    if (!goesOn || isUnsettled()) return;
    goesOn = false;
    next();
  });

  function next() {
    if (isAtTie()) cells.save(cells.cellOf(last));
    goesOn = isUnsettled();
    const naming = nextName();
    if (naming && !goesOn) naming.focus();
    if (!naming && !goesOn) leadOn();
  }

  function leadOn() {
    if (inLineup() && narrow.matches) lineup().open = false;
    takeSuggestion();
    const onward = following();
    if (onward) reveal(onward);
    else if (firstPick()) pickFirst(firstPick());
    else if (ends && lastDeed()) lastDeed().click();
    else {
      document.activeElement.blur();
      result().scrollIntoView({ block: "start" });
      label();
    }
  }

  // Nothing is left to type and the person looks at what it comes to.
  const result = () => document.getElementById("result");
  const isTyping = () => document.activeElement.form === form && !document.activeElement.matches("button");
  const isAtResult = () => !isTyping() && result().getBoundingClientRect().top < window.innerHeight / 2;
  let ends = false; // what the button says it does: it finishes the game or begins the next chapter

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

  // The seat to go on in, where one is shown: that one, also before anything was touched. The table's fields come first.
  function seatToGoOnIn(after) {
    const wasShared = after.length && !after[0].closest(".seat");
    const isFresh = !last && !current && !present().own;
    if (by !== "seat" || !form.matches(".one") || isFresh || (last && wasShared)) return null;
    return seats()[current];
  }

  function fieldsAfter(fields) {
    const after = fields.slice(fields.indexOf(last) + 1);
    const seat = seatToGoOnIn(after);
    const first = seat && !seat.contains(last) ? fields.findIndex((field) => seat.contains(field)) : -1;
    return first < 0 ? after : fields.slice(first);
  }

  // One category at a time, what holds a number of its own is asked for too: nobody has seen it yet.
  function isUnseen(field) {
    const seat = by === "row" && form.matches(".one") && field.matches("[data-holds]:enabled") && field.closest(".seat");
    return Boolean(seat) && counted(seat).indexOf(field.closest(".field")) > current;
  }

  // The first empty field after where the person was; one that was passed over waits at the result.
  // A tie asks those who are level and nobody else, also those before.
  function following() {
    const fields = order();
    const after = fieldsAfter(fields);
    const isOpen = (field) => isEmpty(field) && !isElsewhere(field);
    const breaksTie = (field) => isOpen(field) && field.closest(".tie");
    const level = after.find(breaksTie) || fields.find(breaksTie);
    return level || (isAtTie() ? null : after.find((field) => isOpen(field) || isUnseen(field)));
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
    const leads = onward || inLineup() || firstPick();
    const deed = leads ? null : lastDeed();
    ends = Boolean(deed) && isAtResult();
    if (seat) button.textContent = `${seat.querySelector("legend bdi").textContent} ›`;
    else if (leads) button.textContent = `${button.dataset.onward} ›`;
    else if (ends) button.textContent = deed.textContent;
    else button.textContent = `${button.dataset.result} ›`;
    result().classList.toggle("ended-below", Boolean(deed)); // one button for one thing
  }

  let last = null; // where the person was
  document.addEventListener("focusin", (event) => {
    const pick = event.target.closest(".picks");
    if (event.target.form !== form || (event.target.tagName === "BUTTON" && !pick)) return;
    last = pick ? pick.parentElement.querySelector("select") : event.target;
    label();
  });
  // A stepper changes its field without a focus, and some phones choose from a list without one.
  document.addEventListener("input", (event) => {
    if (event.target.form === form && cells.cellAt(event)) last = event.target;
  });
  // A list is done once something is chosen in it, so the next field comes by itself; never somebody else's.
  const staysInSeat = (onward) => by === "row" || !onward || onward.closest(".seat") === last.closest(".seat");
  document.addEventListener("change", (event) => {
    const field = event.target;
    if (field.tagName !== "SELECT" || isWalking(field) || !field.value || field.value === "?" || !field.closest(".seat > .fields")) return;
    if (staysInSeat(following())) next();
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
      rememberPlace();
      show();
      event.preventDefault();
      location.replace(link.hash); // the way back leads out of the page, not through its seats
    } else if (target && target.form === form) {
      event.preventDefault();
      reveal(target);
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
  window.addEventListener("scroll", label, { passive: true });
  document.addEventListener("htmx:afterSettle", show);
  document.addEventListener("cells:redrawn", arrange);
  document.addEventListener("cells:mend", ({ detail }) => reveal(detail));
  document.addEventListener("toggle", label, true);
  arrange();
  goToLinked();
  cells.send();
})();
