// What somebody does while the laptop doesn't answer waits here, survives a reload, and is sent in order
// when it is back. Each carries an id of its own, so that it counts once however often it is sent.
"use strict";

(() => {
  const STORE = "waiting-acts";
  const PATIENCE = 8000; // ms; what arrived all the same counts once
  const SHOW_AFTER = 700; // ms until something on its way is called waiting
  const box = document.getElementById("waiting");
  const { words } = laptop;
  let sending = null; // the id of what is on its way
  const BRIEF = 10000; // ms; what is refused sooner was pressed on the page that says so
  const done = new WeakSet(); // forms that did what is done only once, until the page is fresh
  let pressed = null; // the form that was pressed last

  const all = () => laptop.stored(STORE, []);
  const inOrder = () => all().filter((one) => !one.why);

  function change(how) {
    try {
      const next = how(all());
      if (next.length) localStorage.setItem(STORE, JSON.stringify(next));
      else localStorage.removeItem(STORE);
    } catch {
      return false;
    }
    show();
    return true;
  }

  const drop = (id) => change((waiting) => waiting.filter((one) => one.id !== id));
  const isBrief = (one) => Date.now() - one.at < BRIEF;
  const refuse = (id, why) => change((waiting) => waiting.map((one) => (one.id === id ? { ...one, why, brief: isBrief(one) } : one)));

  // Pressing

  function content(form, submitter) {
    const fields = new URLSearchParams(new FormData(form));
    for (const token of ["csrfmiddlewaretoken", "id"]) fields.delete(token);
    if (submitter && submitter.name) fields.append(submitter.name, submitter.value);
    return fields.toString();
  }

  function said(form, submitter) {
    const typed = [...form.querySelectorAll("textarea, input:not([type=hidden])")].map((field) => field.value.trim());
    const button = submitter && (submitter.getAttribute("aria-label") || submitter.textContent.trim().replace(/\s+/g, " "));
    return [form.dataset.queue, typed.filter(Boolean).join(" ") || button].filter(Boolean).join(" · ");
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.matches("form[data-queue]")) return;
    if (document.querySelector("[data-shared]")) return; // the answer leads to a copy of one's own
    if (done.has(form)) {
      event.preventDefault(); // a quick second tap: it is done already
      return;
    }
    const body = content(form, event.submitter);
    const action = form.getAttribute("action");
    const before = inOrder().filter((one) => one.action === action && one.body === body);
    const again = before.length && !(form.hasAttribute("data-repeats") && before.every((one) => one.id !== sending));
    const entry = { id: newId(), action, body, words: said(form, event.submitter), at: Date.now() };
    // A second press while the first is on its way or, for what is done only once, still waits.
    if (again || change((waiting) => [...waiting, entry])) event.preventDefault();
    if (again) return;
    pressed = form;
    send();
  });

  // Sending

  async function send() {
    const [next] = inOrder();
    if (sending || !next) return;
    sending = next.id;
    setTimeout(show, SHOW_AFTER);
    const [status, page] = await post(next);
    sending = null;
    if (!status || status >= 500) {
      laptop.lost();
      show();
      return;
    }
    settle(next, status, page);
    send();
  }

  async function post({ action, body, id }) {
    const token = document.querySelector("[name=csrfmiddlewaretoken]");
    const sent = new URLSearchParams(body);
    sent.set("csrfmiddlewaretoken", token ? token.value : "");
    sent.set("id", id);
    try {
      const answer = await fetch(action, { method: "POST", body: sent, redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
      if (answer.type === "opaqueredirect") return [200, null]; // done: the laptop sends us on to the page
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return [answer.status, page];
    } catch {
      return [0, null];
    }
  }

  function settle(entry, status, page) {
    laptop.found();
    if (status < 400) {
      drop(entry.id);
      if (pressed && pressed.isConnected && content(pressed) === entry.body) {
        if (!pressed.hasAttribute("data-repeats") && !pressed.querySelector("textarea, input:not([type=hidden])")) done.add(pressed);
        pressed.reset();
      }
    } else refuse(entry.id, reasons(status, page));
    document.dispatchEvent(new Event("live:refresh"));
  }

  function reasons(status, page) {
    const found = [409, 422].includes(status) ? page.querySelectorAll("#main .problems li, #main .mistake") : [];
    const told = [...found].map(sentence).filter(Boolean);
    return told.length ? told : [words.gone];
  }

  // Without the rule it cites: the page of the refusal has that one behind its badge.
  function sentence(item) {
    for (const more of item.querySelectorAll("button, [popover]")) more.remove();
    return item.textContent.trim().replace(/\s+/g, " ");
  }

  // Showing

  function show() {
    const waiting = all();
    const late = waiting.filter((one) => !one.why && (one.id !== sending || Date.now() - one.at > SHOW_AFTER - 50));
    const refused = waiting.filter((one) => one.why);
    box.hidden = !late.length && !refused.length;
    box.querySelector("[role=status]").textContent = late.length ? `${words.waiting}: ${late.length}` : "";
    box.querySelector("ul").replaceChildren(...refused.map(line), ...late.map(line));
    markForms(late);
  }

  function line({ id, words: what, why }) {
    const item = document.createElement("li");
    item.className = why ? "refused" : "";
    const text = document.createElement("div");
    text.append(paragraph(why ? `${words.refused}: ${what}` : what), ...(why || []).map(paragraph));
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = why ? words.understood : words.drop;
    button.disabled = id === sending;
    button.addEventListener("click", () => drop(id));
    item.append(text, button);
    return item;
  }

  function paragraph(text) {
    const made = document.createElement("p");
    made.textContent = text;
    return made;
  }

  function markForms(late) {
    for (const form of document.querySelectorAll("#main form[data-queue]")) {
      const own = late.filter((one) => one.action === form.getAttribute("action") && one.body === content(form)).length;
      form.classList.toggle("is-waiting", own > 0);
      if (own) form.dataset.waiting = own;
      else delete form.dataset.waiting;
    }
  }

  // The part with the button came anew: whoever works with keys goes on where they were.
  document.addEventListener("htmx:afterSettle", () => {
    show();
    if (!pressed || pressed.isConnected || document.activeElement !== document.body) return;
    const same = [...document.querySelectorAll("#main form[data-queue]")].find(
      (form) => form.getAttribute("action") === pressed.getAttribute("action") && content(form) === content(pressed),
    );
    if (same) same.querySelector("button").focus({ preventScroll: true });
  });

  document.addEventListener("laptop:back", send);
  document.addEventListener("visibilitychange", () => document.hidden || send());
  window.addEventListener("storage", (event) => event.key === STORE && show());
  // What was refused at once was seen on its own page and doesn't follow anybody to the next one.
  change((waiting) => waiting.filter((one) => !one.brief));
  send();
})();
