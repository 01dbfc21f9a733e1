// {{ version }}: answers for the laptop when it is away, with files that are the same for everybody.
// Pages, sessions and everything else of somebody's own are never kept here.
"use strict";

const KEPT = JSON.parse("{{ kept|escapejs }}");
const OWN = `companion-${KEPT.root}-`; // another program may lie under another path of this host
const CACHE = OWN + KEPT.version;

async function keep() {
  const cache = await caches.open(CACHE);
  // Without cookies: nobody's name is on the page that is kept.
  const offline = new Request(KEPT.offline, { credentials: "omit", cache: "reload" });
  await cache.addAll([offline, ...KEPT.assets]);
  await self.skipWaiting();
}

function isOld(name) {
  const ours = name.startsWith(OWN) || /^companion-[0-9a-f]{12}$/.test(name); // as it was called before
  return ours && name !== CACHE;
}

async function tidy() {
  for (const name of await caches.keys()) if (isOld(name)) await caches.delete(name);
  await self.clients.claim();
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(KEPT.offline);
    if (kept) return kept;
    throw error;
  }
}

async function asset(request) {
  return (await caches.match(request)) || fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (KEPT.assets.includes(new URL(request.url).pathname)) event.respondWith(asset(request));
});
