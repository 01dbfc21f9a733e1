// What somebody does on a page while the laptop doesn't answer waits in a queue, and the page says so.
"use strict";

(() => {
  const STORE = "waiting-acts";
  const SHOW_AFTER = 700; // ms until something on its way is called waiting
  const BRIEF = 10000; // ms; what is refused sooner was pressed on the page that says so
  const box = document.getElementById("waiting");
  const { words } = laptop;
  const done = new WeakSet(); // forms that did what is done only once, until the page is fresh
  let pressed = null; // the form that was pressed last
  let full = false; // whether the laptop had no room left when it was last asked

  const queue = makeQueue({
    store: STORE,
    address: ({ action }) => action,
    body: ({ body }) => body,
    request: { redirect: "manual" },
    changed: show,
    fails(noRoom) {
      full = noRoom;
      show();
    },
    settle,
  });

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
    const before = queue.waiting().filter((one) => one.action === action && one.body === body);
    const again = before.length && !(form.hasAttribute("data-repeats") && before.every((one) => one.id !== queue.sending()));
    const entry = { id: newId(), action, body, words: said(form, event.submitter), at: Date.now() };
    // A second press while the first is on its way or, for what is done only once, still waits.
    if (again || queue.add(entry)) event.preventDefault();
    if (again) return;
    pressed = form;
    setTimeout(show, SHOW_AFTER);
    queue.send();
  });

  // Answers

  function settle(entry, status, text) {
    full = false;
    if (status < 400) {
      queue.drop(entry.id);
      if (pressed && pressed.isConnected && content(pressed) === entry.body) {
        if (!pressed.hasAttribute("data-repeats") && !pressed.querySelector("textarea, input:not([type=hidden])")) done.add(pressed);
        pressed.reset();
      }
    } else queue.update(entry.id, { why: reasons(status, text), brief: Date.now() - entry.at < BRIEF });
    document.dispatchEvent(new Event("live:refresh"));
  }

  function reasons(status, text) {
    const page = new DOMParser().parseFromString(text, "text/html");
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
    const refused = queue.refused();
    const late = queue.waiting().filter((one) => one.id !== queue.sending() || Date.now() - one.at > SHOW_AFTER - 50);
    box.hidden = !late.length && !refused.length;
    box.querySelector("[role=status]").textContent = late.length ? `${full ? words.full : words.waiting}: ${late.length}` : "";
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
    button.disabled = id === queue.sending();
    button.addEventListener("click", () => queue.drop(id));
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

  window.addEventListener("storage", (event) => event.key === STORE && show());
  // What was refused at once was seen on its own page and doesn't follow anybody to the next one.
  queue.change((waiting) => waiting.filter((one) => !one.brief));
  queue.send();
})();
