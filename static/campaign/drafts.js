// What somebody typed into a form and hasn't saved stays in this tab, whatever page they look at meanwhile.
"use strict";

(() => {
  const TYPED = "input:not([type=hidden]):not([type=checkbox]):not([type=radio]), textarea, select";
  const first = new WeakMap(); // what stood in a form when it came
  const key = (form) => `draft:${form.getAttribute("action")}`;
  const savedField = (form) => form.elements.saved || form.elements.seen;
  const saved = (form) => (savedField(form) ? savedField(form).value : "");

  function values(form) {
    return Object.fromEntries([...form.querySelectorAll(TYPED)].map(({ name, value }) => [name, value]));
  }

  // Whom and which session it is about: the same address serves them all.
  function about(form) {
    const hidden = [...form.querySelectorAll("input[type=hidden]")];
    return hidden.filter(({ name }) => !["csrfmiddlewaretoken", "id", "saved", "seen"].includes(name)).map(({ name, value }) => `${name}=${value}`).join("&");
  }

  function draftOf(form) {
    try {
      return JSON.parse(sessionStorage.getItem(key(form)));
    } catch {
      return null;
    }
  }

  function keep(form, sent = false) {
    const typed = values(form);
    const same = JSON.stringify(typed) === JSON.stringify(first.get(form));
    if (same && !form.hasAttribute("data-unsaved")) sessionStorage.removeItem(key(form));
    else sessionStorage.setItem(key(form), JSON.stringify({ typed, sent, about: about(form), saved: saved(form) }));
  }

  // What was sent is done with, unless the same as before is still saved: then it never arrived.
  function isOver(form, draft) {
    return draft.about !== about(form) || (draft.sent && (!savedField(form) || saved(form) !== draft.saved));
  }

  function meet(form) {
    if (first.has(form)) return;
    first.set(form, values(form));
    const draft = draftOf(form);
    if (form.hasAttribute("data-unsaved")) keep(form);
    else if (draft && isOver(form, draft)) sessionStorage.removeItem(key(form));
    else if (draft) fill(form, draft);
  }

  // It goes with what was saved when it was typed: whoever saved something else since is named first.
  function fill(form, draft) {
    const changed = [...form.querySelectorAll(TYPED)].filter(({ name, value }) => name in draft.typed && value !== draft.typed[name]);
    for (const field of changed) {
      field.value = draft.typed[field.name];
      const fold = field.closest("details");
      if (fold) fold.open = true;
    }
    if (changed.length && savedField(form)) savedField(form).value = draft.saved;
    const note = form.querySelector(".draft");
    if (note) note.hidden = !changed.length;
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const meetAll = () => document.querySelectorAll("#main form[data-draft]").forEach(meet);
  const draftForm = ({ target }) => target.closest && target.closest("#main form[data-draft]");

  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => draftForm(event) && first.has(draftForm(event)) && keep(draftForm(event)));
  }
  // Heard last: a form that waits for the laptop isn't on its way yet.
  window.addEventListener("submit", (event) => draftForm(event) && !event.defaultPrevented && keep(draftForm(event), true));
  document.addEventListener("htmx:afterSettle", meetAll);
  document.addEventListener("DOMContentLoaded", meetAll);
})();
