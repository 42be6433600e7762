// SPDX-License-Identifier: Apache-2.0

// Keeps the files of the page, so that it works without a network. FILES and VERSION come from the build.

const name = `cornet-${VERSION}`;

self.addEventListener('install', (event) => event.waitUntil(caches.open(name).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(
  caches.keys().then((keys) => Promise.all(keys.filter((k) => k !== name).map((k) => caches.delete(k)))).then(() => self.clients.claim()),
));
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
