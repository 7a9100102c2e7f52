// 离线: shows one kept page where the laptop does not answer. Nothing else is kept on this phone: no hand, no
// money, no answer of the API, no other page.

const SHELL = "tangzi-shell-{{ version }}";
const KEPT = {{ kept | tojson }};
const OFFLINE = KEPT[0];

self.addEventListener("install", (event) => {
  const fresh = KEPT.map((address) => new Request(address, { cache: "reload", credentials: "omit" }));
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (request.method === "GET" && KEPT.includes(path)) {
    event.respondWith(fetch(request).catch(() => caches.match(path)));
  }
});
