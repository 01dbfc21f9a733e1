// The laptop may sleep or be out of reach, and over plain HTTP no service worker steps in. So the pages
// somebody has seen stay on this device, and are shown with their date when they can't be fetched.
"use strict";

const laptop = (() => {
  const PATIENCE = 2500; // ms without an answer after which nobody is there
  const FRESH = 3000; // ms for which a sign of life is believed
  const AGAIN = 3000; // and as much by chance, so that not everybody asks at once
  const KEEP_AFTER = 800;
  const MOST = 12; // pages
  const LARGEST = 400000; // characters of one page
  const INDEX = "kept"; // [[address, when, title]], the latest first
  const NEVER = "script, style, link, meta, base, iframe, object, embed";
  const NAMING = ["popovertarget", "for", "aria-labelledby", "aria-describedby", "aria-controls", "list"];

  const words = document.getElementById("offline-words").dataset;
  const main = document.getElementById("main");
  const offline = main.hasAttribute("data-offline"); // the page a service worker put in place of another
  const own = address(location);
  const ownTitle = document.title;
  let away = offline;
  let heard = Date.now(); // the last sign of life
  let asking = null;
  let held = null; // the form that was pressed and hasn't been sent, and its button
  let showing = null; // the address of the kept page that is shown

  function address(place) {
    return place.pathname + place.search;
  }

  // Whether it answers

  async function ask() {
    try {
      const answer = await fetch(words.alive, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      return answer.ok;
    } catch {
      return false;
    }
  }

  async function answers() {
    if (await ask()) found();
    else lost();
    return !away;
  }

  function lost() {
    away = true;
    clearTimeout(asking);
    asking = setTimeout(answers, AGAIN + Math.random() * AGAIN);
  }

  function found() {
    const back = away;
    away = false;
    heard = Date.now();
    clearTimeout(asking);
    if (!back) return;
    tell("");
    document.dispatchEvent(new Event("laptop:back"));
    sendHeld();
    if (offline) location.reload();
    else if (showing) location.replace(showing);
  }

  function tell(text, more = []) {
    let told = document.getElementById("told");
    if (!told) {
      told = document.createElement("p");
      told.id = "told";
      told.className = "card problems";
      told.setAttribute("role", "alert");
      main.before(told);
    }
    told.hidden = !text;
    told.replaceChildren(text, ...more);
    if (text) told.scrollIntoView({ block: "nearest" });
  }

  // What this device keeps

  function stored(key, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? otherwise;
    } catch {
      return otherwise;
    }
  }

  const index = () => stored(INDEX, []);
  const has = (path) => index().some(([kept]) => kept === path);

  function forget(path) {
    localStorage.removeItem(`${INDEX}:${path}`);
    localStorage.setItem(INDEX, JSON.stringify(index().filter(([kept]) => kept !== path)));
  }

  // Whoever leaves this device leaves nothing to read on it.
  function forgetAll() {
    main.removeAttribute("data-kept");
    for (const [path] of index()) forget(path);
  }

  function keep() {
    if (away || !main.hasAttribute("data-kept")) return; // its date says until when it was true
    const html = asSeen().innerHTML;
    if (html.length > LARGEST) return;
    try {
      write({ html, title: ownTitle, width: main.className, at: Date.now() });
    } catch {
      // A browser without storage, or one that is full of other things.
    }
  }

  // Where there is no room, the oldest pages give way.
  function write(copy) {
    const before = index().filter(([path]) => path !== own);
    for (const [path] of before.splice(MOST - 1)) forget(path);
    for (;;) {
      try {
        localStorage.setItem(`${INDEX}:${own}`, JSON.stringify(copy));
        localStorage.setItem(INDEX, JSON.stringify([[own, copy.at, copy.title], ...before]));
        return;
      } catch (full) {
        if (!before.length) throw full;
        forget(before.pop()[0]);
      }
    }
  }

  // With what stands in the fields now, and without tokens.
  function asSeen() {
    const copy = main.cloneNode(true);
    const twins = copy.querySelectorAll("input, textarea, select");
    main.querySelectorAll("input, textarea, select").forEach((field, n) => fix(twins[n], field));
    for (const token of copy.querySelectorAll("input[type=hidden]")) token.remove();
    return copy;
  }

  function fix(twin, field) {
    if (field.type === "checkbox" || field.type === "radio") twin.toggleAttribute("checked", field.checked);
    else if (field.tagName === "SELECT") [...field.options].forEach((one, n) => twin.options[n].toggleAttribute("selected", one.selected));
    else if (field.tagName === "TEXTAREA") twin.textContent = field.value;
    else twin.setAttribute("value", field.value);
  }

  // A kept page in place of the one that is open, which stays as it is behind it

  function show(path) {
    const copy = stored(`${INDEX}:${path}`, null);
    if (!copy) return false;
    leave();
    const page = document.createElement("main");
    page.id = "kept";
    page.className = copy.width;
    page.tabIndex = -1;
    page.append(banner(copy.at), ...harmless(copy.html));
    main.hidden = true;
    main.after(page);
    showing = path;
    arrive(copy.title, page.id);
    page.focus({ preventScroll: true });
    return true;
  }

  function leave() {
    const page = document.getElementById("kept");
    if (page) page.remove();
    main.hidden = false;
    showing = null;
  }

  function showOwn() {
    leave();
    arrive(ownTitle, main.id);
  }

  function arrive(title, id) {
    document.title = title;
    document.querySelector(".skip").setAttribute("href", `#${id}`);
    tell("");
    window.scrollTo(0, 0);
  }

  function banner(at) {
    const said = document.createElement("p");
    said.className = "card seen-at";
    said.setAttribute("role", "status");
    said.textContent = words.seen.replace("{when}", spokenTime(at));
    return said;
  }

  // It is our own page; all the same nothing in it runs, and nothing in it can be sent.
  function harmless(html) {
    const { body } = new DOMParser().parseFromString(html, "text/html");
    for (const one of body.querySelectorAll(NEVER)) one.remove();
    for (const one of body.querySelectorAll("*")) {
      for (const name of one.getAttributeNames()) {
        if (/^(on|hx-|autofocus$|style$)/i.test(name) || /^\s*javascript:/i.test(one.getAttribute(name))) one.removeAttribute(name);
      }
    }
    for (const one of body.querySelectorAll("input, select, textarea, button:not([popovertarget])")) one.disabled = true;
    tellApart(body);
    return body.childNodes;
  }

  // The open page behind it may use the same ids.
  function tellApart(body) {
    for (const name of NAMING) {
      for (const one of body.querySelectorAll(`[${name}]`)) {
        const ids = one.getAttribute(name).split(/\s+/);
        one.setAttribute(name, ids.map((id) => renameId(body, id)).join(" "));
      }
    }
  }

  function renameId(body, id) {
    const target = body.querySelector(`[id="${CSS.escape(id)}"]`);
    if (target) target.id = `kept-${id}`;
    return `kept-${id}`;
  }

  // Following links

  // A middle click or a key held opens another tab or window, which is the browser's own business.
  const opensElsewhere = (event) => event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

  function followed(event) {
    if (event.defaultPrevented || opensElsewhere(event)) return null;
    const link = event.target.closest("a[href]");
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return null;
    const within = link.hash && address(link) === address(location);
    return within ? null : link;
  }

  async function follow(link) {
    if (!(away && has(address(link))) && (await answers())) {
      location.assign(link.href);
      return;
    }
    if (address(link) === own) showOwn();
    else if (!show(address(link))) {
      tell(words.notKept);
      return;
    }
    history.pushState({ kept: showing }, "", link.href);
  }

  document.addEventListener("click", (event) => {
    const link = followed(event);
    // As long as nothing is known to be wrong, a page that isn't kept is opened as ever.
    if (!link || !(away || has(address(link)))) return;
    event.preventDefault();
    follow(link);
  });

  window.addEventListener("popstate", (event) => {
    const path = event.state && event.state.kept;
    if (path) {
      if (!show(path)) location.reload();
    } else if (showing) showOwn();
    if (held && !showing) tellHeld(words.stays);
  });

  // A form that isn't in the queue would leave for the browser's own error. Where the laptop may be
  // away it is asked first, and until it answers the form stays on its page. Last of all: whatever
  // sends a form itself, anywhere on the page, has stopped it by then.
  window.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.hasAttribute("data-queue")) return;
    const doubtful = main.dataset.live && Date.now() - heard > FRESH;
    if (!away && !doubtful) {
      if (form.matches(".account")) forgetAll();
      return;
    }
    event.preventDefault();
    if (held && held.form === form) return; // a quick second tap
    held = { form, submitter: event.submitter };
    askForHeld();
  });

  async function askForHeld() {
    if (await answers()) sendHeld();
    else if (held) {
      tellHeld(words.held);
      history.pushState({ ...history.state, held: true }, ""); // the way back takes this away, and not the page
    }
  }

  const tellHeld = (text) => tell(`${text} `, [forgetButton()]);

  window.addEventListener("beforeunload", (event) => held && event.preventDefault());

  // Whatever took its place on the page meanwhile: this is what was pressed.
  function sendHeld() {
    if (!held) return;
    const { form, submitter } = held;
    release(() => {
      if (!form.isConnected) {
        form.hidden = true;
        document.body.append(form);
      }
      form.requestSubmit(submitter);
    });
  }

  // Takes away the step that kept the page open, so that the way back leads on as ever.
  function release(then) {
    held = null;
    if (history.state && history.state.held) {
      window.addEventListener("popstate", then, { once: true });
      history.back();
    } else then();
  }

  function forgetButton() {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words.drop;
    button.addEventListener("click", () => {
      release(() => tell(""));
    });
    return button;
  }

  document.addEventListener("live:heard", () => {
    if (away) answers();
    else heard = Date.now();
  });
  document.addEventListener("live:lost", () => {
    heard = 0;
  });

  // Live parts come from this page's own address, which isn't the one that is shown.
  document.addEventListener("live:version", (event) => {
    if (showing) event.preventDefault();
  });

  function list() {
    const box = document.getElementById("seen");
    for (const [path, at, title] of index()) {
      const line = document.createElement("li");
      const link = document.createElement("a");
      link.className = "card";
      link.href = path;
      link.textContent = title;
      const date = document.createElement("small");
      date.textContent = spokenTime(at);
      link.append(date);
      line.append(link);
      box.querySelector("ul").append(line);
    }
    box.hidden = !index().length;
  }

  if (offline) {
    list();
    show(own);
    lost();
  } else if (main.hasAttribute("data-kept")) {
    let soon = setTimeout(keep, KEEP_AFTER);
    const later = () => {
      clearTimeout(soon);
      soon = setTimeout(keep, KEEP_AFTER);
    };
    new MutationObserver(later).observe(main, { childList: true, subtree: true, characterData: true });
    main.addEventListener("change", later);
    window.addEventListener("pagehide", keep);
  } else if (main.hasAttribute("data-gone")) forget(own); // it isn't open to this device any more

  window.addEventListener("offline", lost);
  window.addEventListener("online", answers);
  if (!navigator.onLine) answers();

  return { words, lost, found, stored, tell };
})();
