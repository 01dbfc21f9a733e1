// A live page hears over one stream which version there is, and fetches its own parts anew when it
// shows an older one. What somebody is typing into is left alone until they are done.
"use strict";

(() => {
  const main = document.querySelector("main[data-live]");
  if (!main || !window.EventSource) return;

  const mark = document.getElementById("connection");
  const SILENT = 40000; // ms without a beat after which a stream counts as dead
  const STALE = 20000; // after a sleep a page doesn't wait that long
  const GIVE_UP = 8000; // ms of reconnecting before it is called offline
  const POLL = 15000; // where streams don't come through
  let source = null;
  let heard = Date.now();
  let lostAt = null;
  let refused = 0;
  let asking = false;
  let missed = false; // something happened while it was asking
  let pause = 250; // ms; longer each time the page can't show the newest, because somebody types
  let newest = Number(main.dataset.version);

  // A refused form leaves the browser at the address it was sent to, which shows no page: from
  // here on this is the page, for refreshes, reloads and reopened tabs. What was typed stays.
  const loadable = main.querySelector("[data-loadable]");
  if (loadable) {
    for (const form of main.querySelectorAll("form[action]")) {
      const typed = form.querySelector("input:not([type=hidden]), textarea, select");
      if (typed && form.getAttribute("action") === location.pathname) form.dataset.unsaved = "";
    }
    history.replaceState(history.state, "", loadable.dataset.loadable);
  }

  function show(state) {
    if (!mark) return;
    mark.hidden = false;
    mark.className = state;
    mark.textContent = state === "offline" ? `${mark.dataset.offline} ${spokenTime(lostAt)}` : mark.dataset[state];
  }

  function alive() {
    heard = Date.now();
    lostAt = null;
    refused = 0;
    show("live");
    document.dispatchEvent(new Event("live:heard"));
  }

  const state = () => (!navigator.onLine || Date.now() - lostAt > GIVE_UP ? "offline" : "reconnecting");

  function lost() {
    lostAt = lostAt || Date.now();
    show(state());
    document.dispatchEvent(new Event("live:lost"));
    if (source.readyState === EventSource.CLOSED) again();
  }

  // Spread out, so that a restarted laptop isn't asked by every phone in the same moment.
  function again() {
    refused += 1;
    setTimeout(connect, refused > 2 ? POLL : 1000 + Math.random() * 4000);
    if (refused > 2) reach(Infinity);
  }

  function connect() {
    if (source) source.close();
    source = new EventSource(main.dataset.live);
    source.addEventListener("open", alive);
    source.addEventListener("error", lost);
    source.addEventListener("beat", (event) => {
      alive();
      reach(Number(event.data));
    });
    source.addEventListener("version", (event) => {
      alive();
      reach(Number(event.data));
    });
    source.addEventListener("phones", () => {
      alive();
      document.dispatchEvent(new Event("live:phones"));
    });
  }

  function wake(patience) {
    if (Date.now() - heard > patience) connect();
  }
  setInterval(() => {
    if (lostAt) show(state());
    wake(SILENT);
  }, 5000);
  document.addEventListener("visibilitychange", () => document.hidden || wake(STALE));
  // The browser may show a page again as it was left, before what has happened since.
  window.addEventListener("pageshow", ({ persisted }) => {
    wake(STALE);
    if (persisted) reach(Infinity);
  });
  window.addEventListener("online", () => {
    heard = 0;
    wake(0);
  });
  window.addEventListener("offline", () => {
    lostAt = lostAt || Date.now();
    show("offline");
  });

  async function reach(version) {
    newest = Math.max(newest, Number.isFinite(version) ? version : newest);
    main.dataset.newest = newest;
    missed = missed || (asking && !Number.isFinite(version));
    if (asking || (Number.isFinite(version) && version <= Number(main.dataset.version))) return;
    // A page with cells of its own fetches them itself.
    if (!document.dispatchEvent(new CustomEvent("live:version", { cancelable: true }))) return;
    asking = true;
    try {
      await refresh();
    } catch {
      // The next beat comes with a fresh chance.
    }
    asking = false;
    if (missed) reachAgain();
    else goOn();
  }

  // Told of something while asking, without saying which version it makes.
  function reachAgain() {
    missed = false;
    reach(Infinity);
  }

  function goOn() {
    pause = newest > Number(main.dataset.version) ? Math.min(2 * pause, POLL) : 250;
    if (pause > 250) setTimeout(() => reach(newest), pause);
  }

  // Another kind of page, such as a result after entering: its script has to start from the beginning.
  function leaves(answer, fresh) {
    const closing = fresh && closingPage(fresh);
    const other = answer.redirected || !fresh || fresh.className !== main.className;
    if (!closing && !other) return false;
    if (busy(main)) return true;
    if (closing) location.assign(closing);
    else location.reload();
    return true;
  }

  // A part that is drawn for everybody has neither tokens nor ids: each page puts in its own.
  function fillIn(fresh) {
    const token = document.querySelector("input[name=csrfmiddlewaretoken]");
    for (const field of fresh.querySelectorAll("input[name=csrfmiddlewaretoken]")) field.setAttribute("value", field.value || (token ? token.value : ""));
    for (const field of fresh.querySelectorAll("input[type=hidden][name=id]")) field.setAttribute("value", field.value || newId());
  }

  async function refresh() {
    const headers = { "X-Live": "true" };
    if (main.dataset.tag) headers["If-None-Match"] = main.dataset.tag;
    // The browser keeps whole pages for the way back; this is a part.
    const answer = await fetch(location.href, { headers, cache: "no-store" });
    if (answer.status === 304) return;
    if (answer.status === 404 && !busy(main)) location.reload(); // sent out, or logged out
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("main");
    if (leaves(answer, fresh)) return;
    fillIn(fresh);
    const complete = merge(main, fresh);
    if (complete || !busy(main)) {
      main.dataset.version = fresh.dataset.version;
      main.dataset.tag = fresh.dataset.tag || "";
    }
    main.dataset.looked = fresh.dataset.version; // also what is held back while somebody types
    document.dispatchEvent(new Event("htmx:afterSettle"));
  }

  // Where a session is told that was finished while this page was open; also where whoever finished
  // it is being led, which a reload would break off.
  function closingPage(fresh) {
    const old = main.querySelector("[data-session]");
    const now = fresh.querySelector("[data-session][data-closing]");
    return old && now && Number(now.dataset.session) > Number(old.dataset.session) ? now.dataset.closing : "";
  }

  // One's own last press may be answered just after somebody ended the session: that page, too,
  // leads on. Whoever comes back from the closing page stays.
  function leadOn(shown) {
    const own = `session:${main.dataset.live}`;
    const before = Number(sessionStorage.getItem(own));
    sessionStorage.setItem(own, shown.dataset.session);
    const ended = before && before < Number(shown.dataset.session) && shown.dataset.closing;
    if (ended && cameFromSession()) location.replace(ended);
  }

  function cameFromSession() {
    const session = location.pathname.replace(/session\/.*/, "session/");
    return document.referrer.startsWith(new URL(session, location).href);
  }

  // Whether somebody is in the middle of something there.
  function busy(part) {
    if (part.matches("[data-unsaved]") || part.querySelector("[data-unsaved]")) return true;
    const active = document.activeElement;
    if (part.contains(active) && active.matches("input:not([type=checkbox]):not([type=radio]), textarea, select")) return true;
    return [...part.querySelectorAll("input:not([type=hidden]), textarea, select")].some(touched);
  }

  function touched(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.tagName === "SELECT") return [...field.options].some((option) => option.selected !== option.defaultSelected) && [...field.options].some((option) => option.defaultSelected);
    return field.value !== field.defaultValue;
  }

  // Tokens and ids of forms are new on every page and say nothing about it.
  const said = (part) => part.outerHTML.replace(/value="[0-9A-Za-z-]{32,64}"/g, "").replace(/ open=""/g, "");

  // Puts the new in place of the old, as small a part as possible; true when nothing was left out.
  function merge(old, fresh) {
    if (said(old) === said(fresh)) return true;
    if (old.matches("form[data-whole]") && busy(old)) return false; // one person's numbers, all or none
    if ((old === main || busy(old)) && isAlike(old, fresh)) {
      const others = [...fresh.children];
      return [...old.children].map((part, n) => merge(part, others[n])).every(Boolean);
    }
    if (busy(old)) return false;
    exchange(old, fresh);
    return true;
  }

  // Whether two parts have children of the same kinds, which can be merged one by one.
  function isAlike(old, fresh) {
    const parts = [...old.children];
    const others = [...fresh.children];
    return parts.length > 0 && parts.length === others.length && parts.every((part, n) => part.tagName === others[n].tagName);
  }

  function exchange(old, fresh) {
    keepOpen(old, fresh);
    if (old === main) {
      old.replaceChildren(...fresh.childNodes);
      return;
    }
    old.replaceWith(fresh);
    if (window.htmx) htmx.process(fresh);
  }

  // Folds with the same words are told apart by their place among each other.
  function folds(part) {
    const times = {};
    return [...part.querySelectorAll("details > summary")].map((summary) => {
      const words = summary.textContent.trim();
      times[words] = (times[words] || 0) + 1;
      return [summary.parentElement, `${words} ${times[words]}`];
    });
  }

  function keepOpen(old, fresh) {
    const open = new Set(folds(old).filter(([fold]) => fold.open).map(([, name]) => name));
    if (old.matches("details[open]") && fresh.matches("details")) fresh.open = true;
    for (const [fold, name] of folds(fresh)) if (open.has(name)) fold.open = true;
  }

  // Somebody here did something: where no stream comes through, the page asks at once.
  document.addEventListener("live:refresh", () => reach(Infinity));

  document.addEventListener("focusout", () => setTimeout(() => reach(newest), 100));

  main.querySelectorAll("[data-session]").forEach(leadOn);
  connect();
})();
