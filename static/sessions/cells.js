// A session is saved cell by cell. What isn't acknowledged yet waits in a queue (static/log/queue.js); what was
// refused stays in its field with the reason until somebody types something else.
"use strict";

const cells = (() => {
  const form = document.querySelector("form[data-cells-at]");
  if (!form) return null;

  const SAVE_AFTER = 700; // ms without another key or step
  const NOT_CELLS = new Set(["csrfmiddlewaretoken", "id", "players", "tallies", "seen"]);
  const CELL = /^(\d+)[sb]\d*-/; // of a chapter or of the only count
  const state = document.getElementById("save-state");
  const seen = new Map(); // what the server holds, as far as this page knows
  const timers = new Map();

  // The fields

  const cellOf = (field) => field.name.replace(/_typed$/, "");
  const fieldOf = (cell) => form.elements[cell];

  function names() {
    const all = [...form.elements].map((field) => field.name).filter((name) => name && !NOT_CELLS.has(name));
    return [...new Set(all.map((name) => name.replace(/_typed$/, "")))];
  }

  const namesAnother = (field) => field.tagName === "SELECT" && field.value === "?";

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

  function mark(cell, what) {
    const field = fieldOf(cell);
    const box = field && field.closest(".field");
    if (!box) return;
    box.classList.toggle("is-saved", what === "saved");
    box.classList.toggle("is-waiting", what === "waiting");
  }

  function complain(cell, html) {
    const field = fieldOf(cell);
    const spot = field && document.getElementById(`${field.id.replace(/_0$/, "")}_error`);
    if (!spot) return;
    spot.innerHTML = html;
    if (html) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }

  function tell(what, field) {
    state.textContent = what ? state.dataset[what] : "";
    if (field) state.append(": ", linkTo(field));
    state.className = what;
    document.getElementById("unsaved").hidden = what !== "waiting";
  }

  // Whose field it is and what it is called, and a way there.
  function linkTo(field) {
    const seat = field.closest(".seat");
    const named = form.querySelector(`label[for="${field.id}"]`);
    const link = document.createElement("a");
    link.href = placeOf(field);
    link.textContent = [seat && seat.querySelector("legend bdi"), named].filter(Boolean).map((one) => one.textContent.trim()).join(" · ") || field.getAttribute("aria-label") || nameTally(field);
    return link;
  }

  function nameTally(field) {
    const [, tally] = CELL.exec(field.name) || [];
    const there = tally && document.querySelector(`#tally-${tally} a`);
    return there ? there.textContent.trim() : field.name;
  }

  // A field of another chapter is on that chapter's page; here only what is entered there goes along.
  function placeOf(field) {
    if (field.id) return `#${field.id}`;
    const [, tally] = CELL.exec(field.name) || [];
    const there = new URLSearchParams(location.search);
    there.set("tally", tally);
    return `?${there}#id_${field.name}`;
  }

  // What stays undone is said, also after something else was saved.
  const refusedField = () => waits.refused().map(({ cell }) => fieldOf(cell)).find(Boolean);

  function tellState() {
    const red = refusedField();
    if (waits.waiting().length) tell("saving");
    else tell(red ? "refused" : "saved", red);
  }

  // Saving

  // Typed in a chapter that isn't on this page, it is sent from here all the same.
  function isOfAnotherTally(cell) {
    const [, tally] = CELL.exec(cell) || [];
    const shown = form.querySelector(".tally");
    return Boolean(tally && shown && shown.id !== `tally-${tally}` && document.getElementById(`tally-${tally}`));
  }

  const isOpen = (field) => field && !field.matches(":disabled");
  const waits = makeQueue({
    store: `waiting:${location.pathname}`,
    // Before there was one queue for everything the cells lay there by their names.
    read: (kept) => (Array.isArray(kept) ? kept : Object.entries(kept).map(([cell, entry]) => Object.assign({ cell }, entry))),
    belongs: ({ cell, why }) => (why ? isOpen(fieldOf(cell)) : fieldOf(cell) || isOfAnotherTally(cell)),
    address: () => form.dataset.cellsAt,
    body: ({ cell, typed, seen: before, player }) => ({ cell, typed, seen: before || "", player: player || "" }),
    request: { headers: { "HX-Request": "true" } },
    fails(full) {
      tell("waiting");
      for (const one of document.querySelectorAll("#unsaved [data-full]")) one.hidden = (one.dataset.full === "yes") !== full;
      document.dispatchEvent(new Event("cells:tried"));
    },
    settle(entry, status, html) {
      const goesOn = settle(entry, status, html);
      document.dispatchEvent(new Event("cells:tried"));
      return goesOn;
    },
  });
  const waitingAt = (cell) => waits.waiting().find((one) => one.cell === cell);
  const refusedAt = (cell) => waits.refused().find((one) => one.cell === cell);

  // Somebody types something else or answers the question: what was refused is over.
  function clear(cell) {
    const refused = refusedAt(cell);
    if (!refused) return;
    waits.drop(refused.id);
    complain(cell, "");
  }

  function save(cell) {
    forget(cell);
    const typed = typedIn(cell);
    const before = waitingAt(cell);
    const refused = refusedAt(cell);
    // Leaving the field tells of the same value again, while its question is still open.
    if (refused && refused.typed === typed) return;
    clear(cell);
    if (typed === (before ? before.typed : seen.get(cell))) {
      if (!before) complain(cell, "");
      if (refused) tellState();
      return;
    }
    keep(cell);
    mark(cell, "waiting");
    send();
  }

  // What was seen goes with it: after a reload the page knows a newer value, the person doesn't.
  function keep(cell) {
    const before = waitingAt(cell);
    const known = before ? before.seen : seen.get(cell) || "";
    waits.add({ cell, typed: typedIn(cell), seen: known, player: playerOf(cell), id: newId() }, before);
  }

  // For whom it was typed: seats may have moved before it arrives.
  function playerOf(cell) {
    const seat = /^\d+s(\d+)-/.exec(cell);
    const name = seat && fieldOf(`name${seat[1]}`);
    return name && !timers.has(name.name) && !waitingAt(name.name) ? name.value.trim() : "";
  }

  function forget(cell) {
    clearTimeout(timers.get(cell));
    timers.delete(cell);
  }

  function saveLater(cell) {
    forget(cell);
    mark(cell, ""); // what stands there now isn't what is saved
    // Half a sum says nothing yet.
    if (/\+\s*$/.test(typedIn(cell))) return;
    timers.set(cell, setTimeout(() => save(cell), SAVE_AFTER));
  }

  function send() {
    if (waits.waiting().length && state.className !== "waiting") tell("saving");
    waits.send();
  }

  function settle(entry, status, html) {
    const { cell, typed } = entry;
    const newer = waitingAt(cell); // typed on meanwhile: it goes next
    if (status === 200) {
      if (newer && newer.id !== entry.id) waits.update(newer.id, { seen: typed });
      waits.drop(entry.id);
      seen.set(cell, typed);
      complain(cell, "");
      mark(cell, "saved");
      tellState();
      document.dispatchEvent(new CustomEvent("cells:saved", { detail: html }));
      return true;
    }
    if (![409, 422].includes(status)) {
      tell("gone"); // logged out, or moved to a table: asking again won't help
      return false;
    }
    waits.update(entry.id, { why: html || state.dataset.refused, page: versionOfPage() });
    if (newer && newer.id === entry.id) showRefused(entry, html);
    tellState();
    return true;
  }

  const versionOfPage = () => document.getElementById("present").dataset.version;

  function showRefused({ cell }, html) {
    mark(cell, "");
    complain(cell, html);
  }

  // What waits or was refused is put into the fields, whatever page they came with.
  function restore() {
    for (const entry of waits.all()) {
      if (!fieldOf(entry.cell)) continue;
      put(entry.cell, entry.typed);
      if (entry.why && entry.typed === seen.get(entry.cell)) waits.drop(entry.id); // somebody else entered the same
      else if (entry.why) showRefused(entry, entry.why);
      else mark(entry.cell, "waiting");
    }
  }

  const isChanged = (cell) => typedIn(cell) !== (seen.get(cell) || "");
  const isTouched = (cell) => Boolean(waitingAt(cell)) || timers.has(cell) || isChanged(cell);

  // What a page with other fields holds; what was being typed goes into those that are still there.
  function readPage(typed = new Map()) {
    seen.clear();
    for (const cell of names()) seen.set(cell, typedIn(cell));
    for (const [cell, value] of typed) put(cell, value);
    restore();
  }

  function cellAt(event) {
    const field = event.target;
    return field.form === form && field.name && !NOT_CELLS.has(field.name) ? cellOf(field) : "";
  }

  document.addEventListener("input", (event) => {
    const cell = cellAt(event);
    if (cell && event.target.type !== "checkbox" && event.target.tagName !== "SELECT") saveLater(cell);
  });
  document.addEventListener("change", (event) => {
    const cell = cellAt(event);
    if (!cell) return;
    // “Another …” waits for the name, and whoever walks through a list hasn't chosen yet.
    if (namesAnother(event.target)) {
      forget(cell);
      if (!isWalking(event.target)) form.elements[`${cell}_typed`].focus();
    } else if (isWalking(event.target)) saveLater(cell);
    else save(cell);
  });
  // A cell that is left is saved at once, also when a stepper changed it.
  document.addEventListener("focusout", (event) => {
    const cell = cellAt(event);
    if (cell && timers.has(cell)) save(cell);
  });
  window.addEventListener("pagehide", () => {
    for (const cell of names()) {
      const refused = refusedAt(cell);
      if (waitingAt(cell) || (refused && refused.typed === typedIn(cell))) continue;
      clear(cell);
      if (isChanged(cell)) keep(cell);
    }
  });
  form.addEventListener("submit", (event) => event.preventDefault());

  readPage();
  if (waits.refused().length) tellState();

  return { form, state, seen, waits, names, cellAt, cellOf, fieldOf, typedIn, put, mark, refusedAt, refusedField, clear, tell, tellState, save, send, isChanged, isTouched, namesAnother, readPage };
})();
