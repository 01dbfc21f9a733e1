// A session is saved cell by cell. What isn't acknowledged yet waits here, survives a reload, and
// is sent again with the same id until the laptop answers, so that nothing is lost or counted twice.
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

// What breaks a tie is asked of those who are level, as soon as they are.
(() => {
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
})();

(() => {
  const form = document.querySelector("form[data-cells-at]");
  if (!form) return;

  const SAVE_AFTER = 700; // ms without another key or step
  const ASK_AGAIN = 3000;
  const NOT_CELLS = new Set(["csrfmiddlewaretoken", "id", "players", "tallies", "seen"]);
  const STORE = `waiting:${location.pathname}`;
  const PLACE = `place:${location.pathname}`;
  const state = document.getElementById("save-state");
  const seen = new Map(); // what the server holds, as far as this page knows
  const waiting = new Map(Object.entries(stored())); // cell → {typed, id}
  const refused = new Map(); // cell → what the server did not take; it is never sent again unasked
  const timers = new Map();
  let sending = false;
  let missed = false; // something of others came while this page was sending

  function stored() {
    try {
      return JSON.parse(localStorage.getItem(STORE)) || {};
    } catch {
      return {};
    }
  }

  // Another tab may wait with other cells of the same session: only the own ones are changed.
  function store(done) {
    try {
      const all = { ...stored(), ...Object.fromEntries(waiting) };
      if (done && !waiting.has(done)) delete all[done];
      if (Object.keys(all).length) localStorage.setItem(STORE, JSON.stringify(all));
      else localStorage.removeItem(STORE);
    } catch {
      // A browser without storage still has the page itself.
    }
  }

  const cellOf = (field) => field.name.replace(/_typed$/, "");
  const fieldOf = (cell) => form.elements[cell];

  function typedIn(cell) {
    const field = fieldOf(cell);
    if (field.type === "checkbox") return field.checked ? "on" : "";
    if (field.tagName === "SELECT" && field.value === field.options[0].value) return ""; // the first says nothing
    if (field.value === "?" && form.elements[`${cell}_typed`]) return form.elements[`${cell}_typed`].value.trim();
    return field.value.trim();
  }

  function put(cell, value) {
    const field = fieldOf(cell);
    if (!field) return;
    if (field.type === "checkbox") field.checked = value === "on";
    else if (field.tagName === "SELECT" && !value) field.selectedIndex = 0;
    else if (field.tagName === "SELECT" && ![...field.options].some((option) => option.value === value)) {
      field.value = "?";
      form.elements[`${cell}_typed`].value = value;
    } else field.value = value;
  }

  const spotOf = (cell) => {
    const field = fieldOf(cell);
    return field && document.getElementById(`${field.id.replace(/_0$/, "")}_error`);
  };

  function mark(cell, what) {
    const field = fieldOf(cell);
    const box = field && field.closest(".field");
    if (!box) return;
    box.classList.toggle("is-saved", what === "saved");
    box.classList.toggle("is-waiting", what === "waiting");
  }

  function complain(cell, html) {
    const spot = spotOf(cell);
    if (!spot) return;
    spot.innerHTML = html;
    fieldOf(cell).toggleAttribute("aria-invalid", Boolean(html));
    if (html) fieldOf(cell).setAttribute("aria-invalid", "true");
  }

  function tell(what) {
    state.textContent = what ? state.dataset[what] : "";
    state.className = what;
    document.getElementById("unsaved").hidden = what !== "waiting";
  }

  function queue(cell) {
    forget(cell);
    const typed = typedIn(cell);
    const known = waiting.has(cell) ? waiting.get(cell).typed : seen.get(cell);
    // Leaving the field tells of the same value again, while its question is still open.
    if (refused.has(cell) && refused.get(cell) === typed) return;
    refused.delete(cell);
    if (typed === known) {
      if (!waiting.has(cell)) complain(cell, "");
      return;
    }
    // What was seen goes with it: after a reload the page knows a newer value, the person doesn't.
    const before = waiting.has(cell) ? waiting.get(cell).seen : seen.get(cell) || "";
    waiting.set(cell, { typed, seen: before, player: playerOf(cell), id: newId() });
    store();
    mark(cell, "waiting");
    send();
  }

  // For whom it was typed: seats may have moved before it arrives.
  function playerOf(cell) {
    const seat = /^\d+s(\d+)-/.exec(cell);
    const name = seat && fieldOf(`name${seat[1]}`);
    return name && !timers.has(name.name) && !waiting.has(name.name) ? name.value.trim() : "";
  }

  function forget(cell) {
    clearTimeout(timers.get(cell));
    timers.delete(cell);
  }

  function later(cell) {
    forget(cell);
    mark(cell, ""); // what stands there now isn't what is saved
    // Half a sum says nothing yet.
    if (/\+\s*$/.test(typedIn(cell))) return;
    timers.set(cell, setTimeout(() => queue(cell), SAVE_AFTER));
  }

  async function send() {
    if (sending) return;
    const [first] = waiting;
    if (!first) return;
    sending = true;
    const [cell, entry] = first;
    if (state.className !== "waiting") tell("saving");
    const [status, html] = await ask(body(cell, entry));
    sending = false;
    if (missed) look();
    missed = false;
    if ([200, 409, 422].includes(status)) {
      settle(cell, entry, status, html);
      goOn();
      send();
    } else if ([403, 404].includes(status)) {
      tell("gone"); // logged out, or moved to a table: asking again won't help
    } else {
      tell("waiting");
      goOn();
      setTimeout(send, ASK_AGAIN);
    }
  }

  async function ask(posted) {
    try {
      const answer = await fetch(form.dataset.cellsAt, { method: "POST", headers: { "HX-Request": "true" }, body: posted });
      return [answer.status, await answer.text()];
    } catch {
      return [0, ""];
    }
  }

  function body(cell, entry) {
    const token = form.elements.csrfmiddlewaretoken.value;
    return new URLSearchParams({ csrfmiddlewaretoken: token, id: entry.id, cell, typed: entry.typed, seen: entry.seen || "", player: entry.player || "" });
  }

  function settle(cell, entry, status, html) {
    // Typed on meanwhile: the newer value is still waiting and goes next.
    const newer = waiting.get(cell);
    if (newer && newer.id === entry.id) waiting.delete(cell);
    else if (newer && status === 200) newer.seen = entry.typed;
    store(cell);
    if (status !== 200) {
      refused.set(cell, entry.typed);
      tell("refused");
      mark(cell, "");
      complain(cell, html);
      return;
    }
    seen.set(cell, entry.typed);
    refused.delete(cell);
    complain(cell, "");
    mark(cell, "saved");
    tell(waiting.size ? "saving" : "saved");
    showAnswer(html);
  }

  const present = () => document.getElementById("present").dataset;
  let shape = present().shape;

  // A click counts where the button goes down and up again: nothing is exchanged beneath it meanwhile.
  let pressing = false;
  let held = []; // answers that came meanwhile
  window.addEventListener("pointerdown", () => {
    pressing = true;
  });
  for (const end of ["pointerup", "pointercancel", "blur"]) window.addEventListener(end, () => setTimeout(release));

  function release() {
    const answers = held;
    pressing = false;
    held = [];
    for (const html of answers) showAnswer(html);
  }

  function showAnswer(html) {
    if (pressing) {
      held.push(html);
      return;
    }
    const [, version] = /data-version="(\d+)"/.exec(html) || [];
    if (Number(version) < Number(present().version)) return; // an older answer that took longer
    const covered = "covered" in present();
    htmx.swap("#result", html, { swapStyle: "innerHTML" });
    document.querySelector("main").dataset.version = present().version;
    // Another number of players, a new chapter, finished: that takes other fields.
    if (covered && !("covered" in present())) location.assign(present().toldAt); // revealed: everybody looks
    else if (present().shape !== shape) fetchPage();
    takeOver();
    dressSeats();
  }

  // Others have changed something: only the result and what they entered come anew.
  document.addEventListener("live:version", (event) => {
    event.preventDefault();
    if (sending) missed = true;
    else look();
  });

  async function look() {
    try {
      const answer = await fetch(location.pathname, { headers: { "HX-Request": "true" } });
      if (answer.ok) showAnswer(await answer.text());
      else if ([403, 404].includes(answer.status)) shutOut();
    } catch {
      // The stream says so, and asks again when it is back.
    }
  }

  // This phone was disconnected: nothing here is live any more, and the page says so.
  function shutOut() {
    tell("gone");
    const connection = document.getElementById("connection");
    if (connection) connection.hidden = true;
  }

  // What others entered meanwhile comes along; what this person is typing stays.
  function takeOver() {
    const kept = new URLSearchParams(present().cells);
    for (const cell of cells()) {
      const value = kept.get(cell) || "";
      const known = seen.get(cell) || "";
      if (value === known || isBeingTyped(cell, known)) continue;
      put(cell, value);
      seen.set(cell, value);
      mark(cell, "");
      const field = fieldOf(cell);
      if (document.activeElement === field && field.select) field.select();
    }
  }

  // Where the cursor stands in an empty field nothing is put under it before the person goes on.
  function isBeingTyped(cell, known) {
    const touched = waiting.has(cell) || timers.has(cell) || typedIn(cell) !== known;
    return touched || (document.activeElement === fieldOf(cell) && !known);
  }

  function cells() {
    const names = [...form.elements].map((field) => field.name).filter((name) => name && !NOT_CELLS.has(name));
    return [...new Set(names.map((name) => name.replace(/_typed$/, "")))];
  }

  // Every seat's name and colour are those of the strip, which comes with each answer.
  function dressSeats() {
    const strip = [...document.querySelectorAll("#standings > li")];
    for (const seat of document.querySelectorAll("[data-seat]")) {
      const own = strip[Number(seat.dataset.seat)];
      if (!own) continue;
      const colours = [...own.classList].filter((name) => /^(seat|tint)-/.test(name));
      const others = [...seat.classList].filter((name) => !/^(seat|tint)-/.test(name));
      seat.className = [...others, ...colours].join(" ");
      const name = seat.querySelector("legend bdi");
      if (name) name.textContent = own.querySelector(".name").textContent;
    }
  }

  function remembersIn(event) {
    const field = event.target;
    return field.form === form && field.name && !NOT_CELLS.has(field.name) ? field : null;
  }

  document.addEventListener("input", (event) => {
    const field = remembersIn(event);
    if (field && field.type !== "checkbox" && field.tagName !== "SELECT") later(cellOf(field));
  });
  document.addEventListener("change", (event) => {
    const field = remembersIn(event);
    if (!field) return;
    // “Another …” waits for the name.
    if (field.value === "?" && field.tagName === "SELECT") form.elements[`${field.name}_typed`].focus();
    else queue(cellOf(field));
  });
  // A cell that is left is saved at once, also when a stepper changed it.
  document.addEventListener("focusout", (event) => {
    const field = remembersIn(event);
    if (field && timers.has(cellOf(field))) queue(cellOf(field));
    setTimeout(takeOver); // what others put there while the cursor stood in it
  });
  window.addEventListener("pagehide", () => {
    for (const cell of cells()) {
      const typed = typedIn(cell);
      if (typed === (seen.get(cell) || "") || waiting.has(cell) || refused.get(cell) === typed) continue;
      waiting.set(cell, { typed, seen: seen.get(cell) || "", player: playerOf(cell), id: newId() });
    }
    store();
  });
  window.addEventListener("online", send);
  form.addEventListener("submit", (event) => event.preventDefault());

  // Keep theirs, or use mine.
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".quarrel [data-keep], .quarrel [data-put]");
    if (!button) return;
    const { cell, present: theirs } = button.closest(".quarrel").dataset;
    seen.set(cell, theirs);
    // The question knows more than the page does, which would put its older value back.
    const kept = new URLSearchParams(present().cells);
    kept.set(cell, theirs);
    present().cells = kept;
    refused.delete(cell);
    complain(cell, "");
    if (button.hasAttribute("data-put")) queue(cell);
    else {
      put(cell, theirs);
      mark(cell, "saved");
      tell("saved");
    }
    fieldOf(cell).focus();
  });

  // Another line-up or chapter: the fields come anew, and what was being typed goes into them.
  const PARTS = ["standings", "lineup", "entries", "result", "present"];

  async function fetchPage() {
    redrawing += 1;
    try {
      const answer = await fetch(location.pathname);
      if (answer.ok) redraw(await answer.text());
    } catch {
      // The next answer tells of the other shape again.
    }
    redrawing -= 1;
    goOn();
  }

  // What the whole table enters may ask for other fields: whoever is quicker goes on once they are there.
  let redrawing = 0;
  let goesOn = false;
  const isUnsettled = () => redrawing > 0 || (state.className !== "waiting" && [...waiting.keys()].some((cell) => /^\d+b-/.test(cell)));

  function goOn() {
    if (!goesOn || isUnsettled()) return;
    goesOn = false;
    next();
  }

  function redraw(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    if (!page.getElementById("entries")) {
      location.assign(location.pathname); // finished, or not ours to enter any more
      return;
    }
    if (Number(page.getElementById("present").dataset.version) < Number(present().version)) return;
    const typed = new Map(cells().filter((cell) => typedIn(cell) !== (seen.get(cell) || "")).map((cell) => [cell, typedIn(cell)]));
    const focused = document.activeElement && document.activeElement.id;
    replaceParts(page);
    shape = present().shape;
    document.querySelector("main").dataset.version = present().version;
    seen.clear();
    for (const cell of cells()) seen.set(cell, typedIn(cell));
    for (const [cell, value] of typed) if (fieldOf(cell)) put(cell, value);
    arrange();
    focusAgain(focused);
    document.dispatchEvent(new Event("htmx:afterSettle"));
  }

  // The fields of the new shape, with the same folds open as before.
  function replaceParts(page) {
    const open = new Set([...document.querySelectorAll("details[open]")].map(nameOf));
    for (const id of PARTS) {
      const fresh = document.adoptNode(page.getElementById(id));
      document.getElementById(id).replaceWith(fresh);
      htmx.process(fresh);
    }
    for (const name of ["players", "tallies"]) form.elements[name].value = page.querySelector(`#score [name=${name}]`).value;
    for (const box of document.querySelectorAll("details")) if (open.has(nameOf(box))) box.open = true;
  }

  function focusAgain(id) {
    const again = id && document.getElementById(id);
    if (again && document.activeElement !== again) again.focus({ preventScroll: true });
  }

  function nameOf(box) {
    const within = box.id || (box.parentElement.closest("[id]") || {}).id;
    return `${within} ${box.className}`;
  }

  // Chips and the number of players are posted as they are without script; the answer is the page.
  document.addEventListener("submit", async (event) => {
    if (!event.target.matches("form[data-lineup]")) return;
    event.preventDefault();
    const posted = new FormData(event.target);
    if (event.submitter && event.submitter.name) posted.set(event.submitter.name, event.submitter.value);
    posted.set("id", newId());
    tell("saving");
    try {
      const answer = await fetch(event.target.getAttribute("action"), { method: "POST", body: new URLSearchParams(posted) });
      const html = await answer.text();
      if (answer.ok || answer.status === 422) redraw(html);
      tell(answer.ok ? "saved" : "refused");
    } catch {
      tell("refused");
    }
  });

  // One player or one category at a time, and on to the next cell that is empty.
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
    queue(cellOf(last));
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

  const inLineup = () => lineup().open && (!last || !last.isConnected || lineup().contains(last));

  function nextName() {
    const names = [...lineup().querySelectorAll("input[name^=name]")];
    const at = names.indexOf(last);
    return at < 0 ? null : names.slice(at + 1).find(isEmpty);
  }

  // The first empty field after where the person was; one that was passed over waits at the result.
  function following() {
    const fields = order();
    const onward = fields.slice(fields.indexOf(last) + 1).find(isEmpty);
    return onward || fields.find((field) => isEmpty(field) && field.closest(".tie")); // a tie asks those before, too
  }

  const lastDeed = () => document.querySelector("#result [data-final]");

  // The seat of the next field, where it isn't that of the last one.
  function otherSeat(onward) {
    const seat = onward && by === "seat" && onward.closest(".seat");
    const before = last && last.closest(".seat, .board");
    return seat && before && seat !== before ? seat : null;
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
    if (field.tagName === "SELECT" && field.value && field.value !== "?" && field.closest(".seat > .fields")) next();
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
    if (remembersIn(event)) queue(cellOf(event.target));
    next();
  }

  // What waits is put into the fields, whatever page they came with.
  function arrange() {
    for (const [cell, entry] of waiting) {
      if (!fieldOf(cell)) continue;
      put(cell, entry.typed);
      mark(cell, "waiting");
    }
    form.querySelector(".modes").hidden = seats().length < 2;
    show();
  }

  for (const cell of cells()) seen.set(cell, typedIn(cell));
  for (const cell of waiting.keys()) if (!fieldOf(cell)) waiting.delete(cell);
  findPlace();
  narrow.addEventListener("change", show);
  document.addEventListener("htmx:afterSettle", show);
  document.addEventListener("toggle", label, true);
  arrange();
  send();
})();
