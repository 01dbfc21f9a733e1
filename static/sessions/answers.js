// What the laptop answers, and what others enter meanwhile, comes into the page without taking away what
// somebody is typing.
"use strict";

const sessionPage = (() => {
  if (!cells) return null;

  const { form, seen } = cells;
  // Whoever enters for somebody else stays with them, whoever looks at an earlier chapter stays there.
  function address() {
    const kept = [...new URLSearchParams(location.search)].filter(([key]) => ["for", "tally", "spare"].includes(key));
    return location.pathname + (kept.length ? `?${new URLSearchParams(kept)}` : "");
  }

  const present = () => document.getElementById("present").dataset;
  let shape = present().shape;
  let missed = false; // something of others came while this page was sending

  // A click counts where the button goes down and up again: nothing is exchanged beneath it meanwhile.
  let pressing = false;
  let held = []; // answers that came meanwhile
  window.addEventListener("pointerdown", () => {
    pressing = true;
  });
  for (const end of ["pointerup", "pointercancel", "blur"]) window.addEventListener(end, () => setTimeout(release));

  function release() {
    const came = held;
    pressing = false;
    held = [];
    for (const html of came) show(html);
  }

  function show(html) {
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
    else if (present().shape !== shape) {
      if (tallies(present().shape) > tallies(shape)) stayWithField();
      fetchPage();
    }
    takeOver();
    dressSeats();
    askForTie();
    askLess();
  }

  const tallies = (said) => Number((/^\d+ (\d+)/.exec(said) || [])[1]);

  // Whoever types while somebody else begins the next chapter goes on in theirs, which leads there.
  function stayWithField() {
    const typing = document.activeElement && document.activeElement.matches("input, select") && document.activeElement.closest(".tally");
    const there = new URLSearchParams(location.search);
    if (!typing || there.has("tally")) return;
    there.set("tally", typing.id.replace("tally-", ""));
    history.replaceState(history.state, "", `?${there}`);
  }

  // Whoever was asked before finishing isn't asked about what was entered meanwhile.
  function askLess() {
    const box = document.querySelector(".unentered");
    if (!box) return;
    const kept = new URLSearchParams(present().cells);
    const broken = "tie" in box.dataset && document.querySelector("#result [data-tie-of='']");
    for (const field of box.querySelectorAll("[data-cell]")) {
      if (!broken && !kept.get(field.dataset.cell)) continue;
      const line = field.closest("li");
      field.remove();
      if (!line.querySelector("[data-cell]")) line.remove();
      if (!("tie" in box.dataset)) box.querySelector("h2").textContent = box.querySelector("h2").dataset.some;
    }
    if (!box.querySelector("li")) box.remove();
  }

  document.addEventListener("cells:saved", (event) => show(event.detail));

  // Others have changed something: only the result and what they entered come anew.
  document.addEventListener("live:version", (event) => {
    event.preventDefault();
    if (cells.waits.sending()) missed = true;
    else look();
  });
  document.addEventListener("cells:tried", () => {
    if (!missed || cells.waits.sending()) return;
    missed = false;
    look();
  });

  async function look() {
    try {
      const answer = await fetch(address(), { headers: { "HX-Request": "true" } });
      if (answer.ok) show(await answer.text());
      else if ([403, 404].includes(answer.status)) shutOut();
    } catch {
      // The stream says so, and asks again when it is back.
    }
  }

  // This phone was disconnected: nothing here is live any more, and the page says so.
  function shutOut() {
    cells.tell("gone");
    const connection = document.getElementById("connection");
    if (connection) connection.hidden = true;
  }

  // What others entered meanwhile comes along; what this person is typing stays.
  function takeOver() {
    const kept = new URLSearchParams(present().cells);
    for (const cell of cells.names()) {
      const value = kept.get(cell) || "";
      const known = seen.get(cell) || "";
      if (value === known || isBeingTyped(cell, known)) continue;
      cells.put(cell, value);
      seen.set(cell, value);
      cells.mark(cell, "");
      const field = cells.fieldOf(cell);
      if (document.activeElement === field && field.select) field.select();
    }
  }

  // Where the cursor stands in an empty field nothing is put under it before the person goes on.
  function isBeingTyped(cell, known) {
    return cells.isTouched(cell) || (document.activeElement === cells.fieldOf(cell) && !known);
  }

  // What others put there while the cursor stood in it.
  document.addEventListener("focusout", () => setTimeout(takeOver));

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
    nameLineup(strip);
  }

  // Nobody is listed as "Player 1, Player 2" before somebody has a name.
  function nameLineup(strip) {
    const said = document.querySelector("#lineup > summary > span");
    const isNamed = [...new URLSearchParams(present().cells).keys()].some((cell) => /^name\d/.test(cell));
    if (said && isNamed) said.textContent = strip.map((one) => one.querySelector(".name").textContent).join(", ");
  }

  // Keep theirs, or use mine.
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".quarrel [data-keep], .quarrel [data-put]");
    if (!button) return;
    const { cell, present: theirs } = button.closest(".quarrel").dataset;
    const kept = new URLSearchParams(present().cells);
    const { page } = cells.refusedAt(cell) || {};
    // A question knows more than the page it came to, which would put its older value back.
    if (!(Number(page) < Number(present().version))) kept.set(cell, theirs);
    present().cells = kept;
    cells.clear(cell);
    if (button.hasAttribute("data-put")) {
      seen.set(cell, theirs);
      cells.save(cell);
    } else {
      seen.set(cell, kept.get(cell) || "");
      cells.put(cell, seen.get(cell));
      cells.mark(cell, "saved");
      cells.tellState();
    }
    cells.fieldOf(cell).focus();
  });

  // Another line-up or chapter: the fields come anew, and what was being typed goes into them.
  const PARTS = ["standings", "lineup", "near-names", "entries", "cover", "result", "present"];
  let redrawing = 0;

  async function fetchPage() {
    redrawing += 1;
    try {
      const answer = await fetch(address());
      if (answer.ok) redraw(await answer.text());
    } catch {
      // The next answer tells of the other shape again.
    }
    redrawing -= 1;
    document.dispatchEvent(new Event("cells:tried"));
  }

  function redraw(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    if (!page.getElementById("entries")) {
      location.replace(location.pathname); // finished, or not ours to enter any more
      return;
    }
    if (Number(page.getElementById("present").dataset.version) < Number(present().version)) return;
    const typed = cells.names().filter(cells.isChanged).map((cell) => [cell, cells.typedIn(cell)]);
    const focused = document.activeElement && document.activeElement.id;
    replaceParts(page);
    shape = present().shape;
    document.querySelector("main").dataset.version = present().version;
    cells.readPage(new Map(typed));
    document.dispatchEvent(new Event("cells:redrawn"));
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
    const fold = again && again.closest(".declared");
    if (fold) fold.open = true; // whoever declares goes on there
    if (again && document.activeElement !== again) again.focus({ preventScroll: true });
  }

  function nameOf(box) {
    const within = box.id || (box.parentElement.closest("[id]") || {}).id;
    return `${within} ${box.className}`;
  }

  let seating = null; // the form of the line-up whose answer is awaited

  // Chips and the number of players are posted as they are without script; the answer is the page.
  document.addEventListener("submit", async (event) => {
    if (!event.target.matches("form[data-lineup]")) return;
    event.preventDefault();
    if (event.target === seating) return; // a second tap on a name that is on its way
    seating = event.target;
    const posted = new FormData(event.target);
    if (event.submitter && event.submitter.name) posted.set(event.submitter.name, event.submitter.value);
    posted.set("id", newId());
    cells.tell("saving");
    try {
      const answer = await fetch(event.target.getAttribute("action"), { method: "POST", body: new URLSearchParams(posted) });
      const html = await answer.text();
      if (answer.ok || answer.status === 422) redraw(html);
      if (answer.ok) cells.tellState();
      else cells.tell("refused");
    } catch {
      cells.tell("refused");
    }
    seating = null;
  });

  // Whoever finishes right after the last number finishes with it: the button waits until everything is saved.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form.do") || !event.submitter) return;
    const red = cells.refusedField();
    if (red) {
      event.preventDefault();
      event.stopPropagation();
      document.dispatchEvent(new CustomEvent("cells:mend", { detail: red }));
      cells.tell("unfit", red);
    }
    if (red || !cells.waits.waiting().length) return;
    if (cells.state.className === "waiting") return; // nobody is there, and the page says so
    event.preventDefault();
    event.stopPropagation();
    const { name, value } = event.submitter;
    document.addEventListener("cells:tried", () => {
      const again = document.querySelector(`form.do button[name="${name}"][value="${value}"]`);
      if (again) again.click();
    }, { once: true });
  }, true);

  return { present, address, isRedrawing: () => redrawing > 0 };
})();
