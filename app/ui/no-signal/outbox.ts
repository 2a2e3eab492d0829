import { machineNow } from "~/platform/time/clock";
import { CACHE, PAGE } from "./addresses";

/** A session that entries may be for: what the user agreed to keep on the device. */
export interface ListedSession {
  /** Null for one of the plan that is not logged. */
  ref: string | null;
  /** Its page; for one of the plan the page that logs it. */
  path: string;
  date: string;
  start: string;
  end: string;
  name: string;
  /** Of one that was entered by hand and waits itself: more cases for it name it by the key of its form. */
  key?: string;
}

/** This browser, as one account knows it. Its private key is the server's. */
export interface Device {
  ref: string;
  /** Whose it is: pages of another account keep nothing on it. */
  account: string;
  /** Whether another account was logged in here last. */
  isOthers?: boolean;
  publicKey: string;
  /** Whether the user agreed to that. */
  listsSessions: boolean;
  sessions: ListedSession[];
  /** When it was switched on: of two accounts on one device the last one keeps entries. */
  since: number;
}

/** What could not be sent, or a form that was not: nobody can read it here. */
export interface Sealed {
  id: string;
  device: string;
  typed_at: number;
  sealed: Uint8Array<ArrayBuffer>;
  /** Its page was closed before the user kept it. */
  isAbandoned?: true;
}

/** The path says which page asks for it again. */
export interface SealedDraft extends Sealed {
  path: string;
}

interface Stores {
  devices: Device;
  entries: Sealed;
  drafts: SealedDraft;
}

const NAME = "no-signal";
const KEYS = { devices: "ref", entries: "id", drafts: ["device", "path"] };

/** Rejects where the browser keeps nothing: a private window, storage that is refused. */
function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(KEYS)) request.result.createObjectStore(store, { keyPath });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Runs one transaction, and resolves once it is on disk. Once more where the browser, told to clear what this site keeps,
 * closed it meanwhile: what comes then finds nothing kept.
 */
async function within<Result>(
  store: keyof Stores,
  mode: IDBTransactionMode,
  act: (rows: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  try {
    return await once(store, mode, act);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    return once(store, mode, act);
  }
}

async function once<Result>(
  store: keyof Stores,
  mode: IDBTransactionMode,
  act: (rows: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode, { durability: "strict" });
      const request = act(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? request.error);
    });
  } finally {
    database.close();
  }
}

export function allOf<Store extends keyof Stores>(store: Store): Promise<Stores[Store][]> {
  return within(store, "readonly", (rows) => rows.getAll());
}

/** Adds a row, or puts it in place of the one with its key. @throws QuotaExceededError where the disk is full */
export async function put<Store extends keyof Stores>(store: Store, row: Stores[Store]): Promise<void> {
  await within(store, "readwrite", (rows) => rows.put(row));
}

export async function remove(store: keyof Stores, key: IDBValidKey): Promise<void> {
  await within(store, "readwrite", (rows) => rows.delete(key));
}

/** The device of the account that switched it on last; undefined where nobody has. */
export async function currentDevice(): Promise<Device | undefined> {
  return (await allOf("devices")).toSorted((one, other) => one.since - other.since).at(-1);
}

/** Lists a session that was entered by hand, where the user agreed to a list. */
export async function listHere(session: ListedSession): Promise<void> {
  const device = await currentDevice();
  if (device?.listsSessions) await put("devices", { ...device, sessions: [session, ...device.sessions] });
}

/** The device is unknown to the server: nobody will ever read what is sealed for it. */
export async function forgetDevice(ref: string): Promise<void> {
  for (const { id, device } of await allOf("entries")) if (device === ref) await remove("entries", id);
  for (const { path, device } of await allOf("drafts")) if (device === ref) await remove("drafts", [device, path]);
  await remove("devices", ref);
}

/** Worker and caches, also by the worker itself. */
export async function clearKept(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(CACHE)).map((name) => caches.delete(name)));
  const { registration } = globalThis as { registration?: ServiceWorkerRegistration };
  const worker = registration ?? (await navigator.serviceWorker.getRegistration("/"));
  await worker?.unregister();
}

/** What waits, how many of it nobody kept, and since when. */
export async function waiting(): Promise<{ count: number; abandoned: number; since: number | null }> {
  const entries = await allOf("entries");
  const since = entries.length ? Math.min(...entries.map((each) => each.typed_at)) : null;
  return { count: entries.length, abandoned: entries.filter(({ isAbandoned }) => isAbandoned).length, since };
}

export const DRAFT_KEPT_MS = 24 * 60 * 60 * 1000;

/** The draft of a page, if it is not too old: one of the future is of a clock that was off, and counts as new. */
export async function draftOf(page: string): Promise<SealedDraft | undefined> {
  const [drafts, here] = [await allOf("drafts"), await currentDevice()];
  const isOld = ({ typed_at }: Sealed) => machineNow() - typed_at > DRAFT_KEPT_MS;
  const old = drafts.filter((each) => !each.path.startsWith(TYPED) && isOld(each));
  for (const { device, path } of old) await remove("drafts", [device, path]);
  return drafts.find((each) => each.device === here?.ref && each.path === page && !old.includes(each));
}

/** The form of a page was sent, or kept. */
export async function removeDraft(page: string): Promise<void> {
  const here = await currentDevice();
  if (here) await remove("drafts", [here.ref, page]);
}

/** What the drafts of the page without signal begin with: one for each time that it is open, which holds a lock of that name. */
export const TYPED = `${PAGE}#`;

/**
 * What was typed there and not kept before the page was closed, or crashed, waits as entries do: nobody can show it again.
 */
export async function keepAbandoned(): Promise<void> {
  const typed = (await allOf("drafts")).filter(({ path }) => path.startsWith(TYPED));
  for (const { path, ...entry } of typed) {
    await navigator.locks.request(path, { ifAvailable: true }, async (closed) => {
      if (!closed) return;
      await put("entries", { ...entry, isAbandoned: true });
      await remove("drafts", [entry.device, path]);
    });
  }
}
