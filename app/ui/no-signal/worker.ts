import { CACHE, ICON, PAGE, PAGE_SCRIPT, SYNC_TAG } from "./addresses";
import { sendAll } from "./sending";

/** Types of service workers cannot be had beside those of pages: what is used here. */
interface Waits extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetches extends Waits {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  addEventListener(type: "install" | "activate", listener: (event: Waits) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetches) => void): void;
  addEventListener(type: "sync", listener: (event: Waits & { tag: string }) => void): void;
  skipWaiting(): Promise<void>;
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void> };
  location: Location;
}
const worker = self as unknown as Worker;

/** Changes with the page's script. */
declare const __NO_SIGNAL_VERSION__: string;

const NAME = `${CACHE} ${__NO_SIGNAL_VERSION__}`;
/** A network that takes longer for a page of the logbook counts as none: hospital Wi-Fi that leads nowhere. */
const PATIENCE_MS = 10_000;

/**
 * Service worker of devices that keep the page without signal, and no other: it keeps that page with its script and its
 * style, and nothing of a diary. Every other request goes past it.
 */
worker.addEventListener("install", (event) => event.waitUntil(keepPage().then(() => worker.skipWaiting())));

worker.addEventListener("activate", (event) => event.waitUntil(activate()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin || request.method !== "GET") return;
  if (pathname === PAGE) event.respondWith(keptOr(request, PAGE));
  else if (request.mode === "navigate") event.respondWith(pageOr(event));
  else if (pathname === PAGE_SCRIPT || pathname === ICON || /^\/assets\/root-.*\.css$/.test(pathname)) {
    event.respondWith(keptOr(request, pathname));
  }
});

/** Background Sync, where the browser has it: it tries again for what failed. */
worker.addEventListener("sync", (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(sendInBackground());
});

async function sendInBackground(): Promise<void> {
  const { left } = await sendAll();
  if (left === "offline" || left === "failed") throw new Error(`Not sent: ${left}`);
}

/** As nobody: the page says nothing of who is logged in, and is the same for everybody. */
async function keepPage(): Promise<void> {
  const page = await fetch(PAGE, { credentials: "omit", cache: "reload" });
  if (!page.ok) throw new Error(`${PAGE} answered ${page.status}`);
  const style = (await page.clone().text()).match(/\/assets\/[\w.-]+\.css/g) ?? [];
  const cache = await caches.open(NAME);
  await cache.addAll([...new Set([PAGE_SCRIPT, ICON, ...style])].map((path) => new Request(path, { cache: "reload" })));
  await cache.put(PAGE, page);
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(CACHE) && name !== NAME).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

async function keptOr(request: Request, path: string): Promise<Response> {
  const kept = await caches.match(path, { ignoreVary: true });
  return kept ?? fetch(request);
}

/** A page of Daybook, or the page without signal in its place. */
async function pageOr(event: Fetches): Promise<Response> {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const asked = Promise.resolve(event.preloadResponse).then((answer) => answer ?? fetch(request));
  try {
    // Files of the data, and reports, may take long.
    return await (pathname.startsWith("/logbook/") ? within(asked, PATIENCE_MS) : asked);
  } catch (error) {
    if (!(await caches.match(PAGE, { ignoreVary: true }))) throw error;
    return Response.redirect(`${PAGE}?from=${encodeURIComponent(pathname)}`);
  }
}

function within<Answer>(asked: Promise<Answer>, ms: number): Promise<Answer> {
  return Promise.race([asked, new Promise<never>((_, refuse) => setTimeout(refuse, ms, new Error("No answer")))]);
}
