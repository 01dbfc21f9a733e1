// A session is saved cell by cell. What isn't acknowledged yet waits here, survives a reload, and
// is sent again with the same id until the laptop answers, so that nothing is lost or counted twice.
"use strict";

(() => {
  const form = document.querySelector("form[data-cells-at]");
  if (!form) return;

  const SAVE_AFTER = 700; // ms without another key or step
  const ASK_AGAIN = 3000;
  const NOT_CELLS = new Set(["csrfmiddlewaretoken", "id", "players", "tallies", "seen"]);
  const STORE = `waiting:${location.pathname}`;
  const state = document.getElementById("save-state");
  const seen = new Map(); // what the server holds, as far as this page knows
  const waiting = new Map(Object.entries(stored())); // cell → {typed, id}
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
    if (typed === known) {
      if (!waiting.has(cell)) complain(cell, "");
      return;
    }
    // What was seen goes with it: after a reload the page knows a newer value, the person doesn't.
    const before = waiting.has(cell) ? waiting.get(cell).seen : seen.get(cell) || "";
    waiting.set(cell, { typed, seen: before, id: newId() });
    store();
    mark(cell, "waiting");
    send();
  }

  function forget(cell) {
    clearTimeout(timers.get(cell));
    timers.delete(cell);
  }

  function later(cell) {
    forget(cell);
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
      send();
    } else if ([403, 404].includes(status)) {
      tell("gone"); // logged out, or moved to a table: asking again won't help
    } else {
      tell("waiting");
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
    return new URLSearchParams({ csrfmiddlewaretoken: token, id: entry.id, cell, typed: entry.typed, seen: entry.seen || "" });
  }

  function settle(cell, entry, status, html) {
    // Typed on meanwhile: the newer value is still waiting and goes next.
    const newer = waiting.get(cell);
    if (newer && newer.id === entry.id) waiting.delete(cell);
    else if (newer && status === 200) newer.seen = entry.typed;
    store(cell);
    if (status !== 200) {
      tell("refused");
      mark(cell, "");
      complain(cell, html);
      return;
    }
    seen.set(cell, entry.typed);
    complain(cell, "");
    mark(cell, "saved");
    tell(waiting.size ? "saving" : "saved");
    showAnswer(html);
  }

  const present = () => document.getElementById("present").dataset;
  const shape = present().shape;

  function showAnswer(html) {
    const [, version] = /data-version="(\d+)"/.exec(html) || [];
    if (Number(version) < Number(present().version)) return; // an older answer that took longer
    htmx.swap("#result", html, { swapStyle: "innerHTML" });
    document.querySelector("main").dataset.version = present().version;
    // Another number of players, a new chapter, finished: that takes another page.
    if (present().shape !== shape && !waiting.size) {
      location.reload();
      return;
    }
    takeOver();
    rename();
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
    } catch {
      // The stream says so, and asks again when it is back.
    }
  }

  // What others entered meanwhile comes along; what this person is typing stays.
  function takeOver() {
    const kept = new URLSearchParams(present().cells);
    for (const cell of cells()) {
      const value = kept.get(cell) || "";
      const untouched = !waiting.has(cell) && !timers.has(cell);
      if (value === (seen.get(cell) || "")) continue;
      if (untouched && typedIn(cell) === (seen.get(cell) || "") && document.activeElement !== fieldOf(cell)) {
        put(cell, value);
        seen.set(cell, value);
      }
    }
  }

  function cells() {
    const names = [...form.elements].map((field) => field.name).filter((name) => name && !NOT_CELLS.has(name));
    return [...new Set(names.map((name) => name.replace(/_typed$/, "")))];
  }

  function rename() {
    const names = [...document.querySelectorAll("#standings .name")].map((name) => name.textContent);
    for (const seat of document.querySelectorAll("[data-seat]")) {
      const name = names[Number(seat.dataset.seat)];
      if (name) seat.querySelector("legend bdi").textContent = name;
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
      if (typedIn(cell) !== (seen.get(cell) || "") && !waiting.has(cell)) waiting.set(cell, { typed: typedIn(cell), seen: seen.get(cell) || "", id: newId() });
    }
    store();
  });
  window.addEventListener("online", send);
  form.addEventListener("submit", (event) => event.preventDefault());

  // Keep theirs, or put mine.
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".quarrel [data-keep], .quarrel [data-put]");
    if (!button) return;
    const { cell, present: theirs } = button.closest(".quarrel").dataset;
    seen.set(cell, theirs);
    complain(cell, "");
    if (button.hasAttribute("data-put")) queue(cell);
    else {
      put(cell, theirs);
      mark(cell, "saved");
    }
    fieldOf(cell).focus();
  });

  // A tap on a person seats them at the first seat without a name.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-person]");
    if (!button) return;
    const names = cells().filter((cell) => /^name\d$/.test(cell));
    const free = names.find((cell) => !typedIn(cell));
    const sits = names.find((cell) => typedIn(cell) === button.dataset.person);
    if (sits) put(sits, "");
    else if (free) put(free, button.dataset.person);
    if (sits || free) queue(sits || free);
    showSeated();
  });

  function showSeated() {
    const names = new Set(cells().filter((cell) => /^name\d$/.test(cell)).map(typedIn));
    for (const button of document.querySelectorAll("[data-person]")) {
      button.setAttribute("aria-pressed", String(names.has(button.dataset.person)));
    }
  }

  // One player or one row at a time, and on to the next cell that is empty.
  const BY = "enter-by";
  const narrow = window.matchMedia("(max-width: 63.99rem)");
  const tally = () => [...form.querySelectorAll(".tally")].pop() || form;
  const seats = () => [...tally().querySelectorAll(".seat")];
  let by = localStorage.getItem(BY) === "row" ? "row" : "seat";
  let current = 0; // the seat or the row that is shown

  const counted = (seat) => [...seat.querySelectorAll(":scope > .fields .field")];

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
    for (const button of form.querySelectorAll("[data-by]")) button.setAttribute("aria-pressed", String(button.dataset.by === by));
    for (const chip of document.querySelectorAll("#standings a")) {
      const shown = by === "seat" && narrow.matches && chip.hash === `#${all[current] && all[current].id}`;
      if (shown) chip.setAttribute("aria-current", "step");
      else chip.removeAttribute("aria-current");
    }
  }

  function order() {
    const columns = seats().map((seat) => counted(seat).map((field) => field.querySelector("input, select")));
    if (by === "seat") return columns.flat();
    return columns.length ? columns[0].flatMap((_field, row) => columns.map((column) => column[row])) : [];
  }

  const isEmpty = (field) => (field.type === "checkbox" ? false : !field.value.trim());

  function reveal(field) {
    const seat = field.closest(".seat");
    current = by === "seat" ? seats().indexOf(seat) : counted(seat).indexOf(field.closest(".field"));
    show();
    field.focus();
    field.scrollIntoView({ block: "center" });
  }

  function next() {
    const names = cells().filter((cell) => /^name\d$/.test(cell)).map(fieldOf);
    const naming = names.includes(last) ? names.slice(names.indexOf(last) + 1).find(isEmpty) : null;
    if (naming) {
      naming.focus();
      return;
    }
    if (names.includes(last) && narrow.matches) document.querySelector(".who-plays").open = false;
    const onward = following();
    if (onward) reveal(onward);
    else {
      document.activeElement.blur();
      document.getElementById("result").scrollIntoView({ block: "start" });
    }
  }

  function following() {
    const fields = order();
    return fields.slice(fields.indexOf(last) + 1).find(isEmpty);
  }

  function label() {
    const button = document.querySelector("[data-next]");
    button.textContent = `${following() || !last ? button.dataset.onward : button.dataset.result} ›`;
  }

  let last = null; // where the person was
  document.addEventListener("focusin", (event) => {
    if (event.target.form !== form) return;
    last = event.target;
    label();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-next]")) next();
    const mode = event.target.closest("[data-by]");
    if (mode && mode.tagName === "BUTTON") {
      by = mode.dataset.by;
      localStorage.setItem(BY, by);
      current = 0;
      show();
    }
    const link = event.target.closest("a[href^='#']");
    const target = link && document.getElementById(link.hash.slice(1));
    if (target && target.matches(".seat")) {
      if (by === "seat") current = seats().indexOf(target);
      show();
    }
  });
  // Enter goes to the next cell of the order people chose, not of the page.
  form.addEventListener("keydown", enter, true);
  document.querySelector(".who-plays").addEventListener("keydown", enter, true);
  function enter(event) {
    if (event.key !== "Enter" || event.target.form !== form || event.target.tagName === "TEXTAREA" || event.target.tagName === "BUTTON") return;
    event.preventDefault();
    event.stopPropagation();
    last = event.target;
    if (remembersIn(event)) queue(cellOf(event.target));
    next();
  }

  for (const cell of cells()) seen.set(cell, typedIn(cell));
  for (const [cell, entry] of waiting) {
    if (!fieldOf(cell)) waiting.delete(cell);
    else {
      put(cell, entry.typed);
      mark(cell, "waiting");
    }
  }
  form.querySelector(".modes").hidden = seats().length < 2;
  document.querySelector(".onwards").hidden = false;
  narrow.addEventListener("change", show);
  document.addEventListener("htmx:afterSettle", show);
  show();
  showSeated();
  send();
})();
