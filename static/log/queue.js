// What waits for the laptop: kept in this browser, so that a reload loses nothing, and sent in order until
// the laptop answers. Each entry has an id of its own and counts once, however often it is sent. What was
// refused stays with the reason (`why`) and is never sent again by itself.
"use strict";

// store      the key in this browser's storage
// read       makes a list of what is stored there, also of what an older version has left
// belongs    whether a stored entry belongs to this page; without it every page sends whatever is stored
// address    where an entry is posted to
// body       what is posted, besides the token and the entry's id
// request    what else the request needs
// changed    called after every change
// fails      called when there was no answer, with whether the laptop has no room left; the queue asks again
//            when the laptop is back
// settle     called with an entry, its answer's status and text; false ends the sending
function makeQueue({ store, read = (kept) => kept, belongs, address, body, request, changed = () => {}, fails, settle }) {
  const NO_ROOM = 507;
  const PATIENCE = 8000; // ms; what arrived all the same counts once
  let own = belongs ? stored().filter(belongs) : [];
  const known = new Set(own.map(({ id }) => id)); // whatever this page has ever answered for
  let sending = null; // the id of what is on its way

  function stored() {
    return read(laptop.stored(store, []));
  }

  const all = () => (belongs ? own : stored());
  const waiting = () => all().filter((one) => !one.why);
  const refused = () => all().filter((one) => one.why);

  // Another tab may wait with entries of its own, which stay as they are. False where nothing can be stored.
  function change(how) {
    const next = how(all());
    const others = belongs ? stored().filter(({ id }) => !known.has(id)) : [];
    if (belongs) own = next;
    for (const { id } of own) known.add(id);
    try {
      if (others.length + next.length) localStorage.setItem(store, JSON.stringify([...others, ...next]));
      else localStorage.removeItem(store);
    } catch {
      return false;
    }
    changed();
    return true;
  }

  // At the end, or in the place of an older one that is not to be sent any more.
  function add(entry, older) {
    const at = older ? all().findIndex(({ id }) => id === older.id) : -1;
    return change((list) => (at < 0 ? [...list, entry] : list.map((one, n) => (n === at ? entry : one))));
  }

  const drop = (id) => change((list) => list.filter((one) => one.id !== id));
  const update = (id, more) => change((list) => list.map((one) => (one.id === id ? { ...one, ...more } : one)));

  async function post(entry) {
    const token = document.querySelector("[name=csrfmiddlewaretoken]");
    const posted = new URLSearchParams(body(entry));
    posted.set("csrfmiddlewaretoken", token ? token.value : "");
    posted.set("id", entry.id);
    try {
      const answer = await fetch(address(entry), { method: "POST", body: posted, signal: AbortSignal.timeout(PATIENCE), ...request });
      if (answer.type === "opaqueredirect") return [200, ""]; // done: the laptop sends us on to the page
      return [answer.status, await answer.text()];
    } catch {
      return [0, ""];
    }
  }

  async function send() {
    const [next] = waiting();
    if (sending || !next) return;
    sending = next.id;
    changed();
    const [status, text] = await post(next);
    sending = null;
    if (!status || status >= 500) {
      laptop.lost();
      fails(status === NO_ROOM);
      return;
    }
    laptop.found();
    if (settle(next, status, text) !== false) send();
  }

  document.addEventListener("laptop:back", send);
  document.addEventListener("visibilitychange", () => document.hidden || send());

  return { all, waiting, refused, add, drop, update, change, send, sending: () => sending };
}
