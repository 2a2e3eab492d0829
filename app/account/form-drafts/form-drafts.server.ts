import { Buffer } from "node:buffer";
import { createWorkersKVSessionStorage } from "@react-router/cloudflare";
import { createContext, createCookie } from "react-router";
import type { JobContext } from "~/platform/context";
import { cookieName, isHttps, readCookie } from "~/platform/http/cookies";
import type { FormDraft, SavedDrafts } from "~/ui/forms/form-state";

const COOKIE = "form-draft";
const PREFIX = "form-draft/";
/** The place to which the vault binds a form draft; only its owner's key decrypts it. */
const PLACE = "form-draft";
const KEPT_MS = 60 * 60 * 1000;
/** The shortest lifetime that the store accepts. */
const SHORTEST_SECONDS = 60;
/** Most drafts that are kept, such as those of tabs left open. */
const MAX_FORMS = 5;

/** Value in the store under the random id in the cookie: the owner of the drafts, and encrypted text. */
interface Stored {
  owner: string;
  /** Newest first; each is a `FormDraft` as JSON, encrypted, in base64. */
  forms: { saved_at: number; encrypted: string }[];
}

export type FormDraftContext = Pick<JobContext, "vault" | "forms" | "now">;

/** Drafts of the current user, newest first. */
export const formDraftsContext = createContext<FormDraft[]>([]);

export function hasFormDrafts(request: Request): boolean {
  return readCookie(request, COOKIE) !== null;
}

/** For the root page: the draft of the requested page, and the addresses of the others. */
export function draftsAround(url: URL, forms: FormDraft[]): SavedDrafts | null {
  if (forms.length === 0) return null;
  const path = url.pathname + url.search;
  const here = forms.find((each) => each.path === path) ?? null;
  return { here, elsewhere: forms.filter((each) => each !== here).map((each) => each.path) };
}

export interface FormDrafts {
  /** null when there are no drafts, or they have expired. */
  owner: string | null;
  forms: FormDraft[];
}

/** Returns the drafts of the browser's last user. Only `owner` may be given them. */
export async function findFormDrafts(context: FormDraftContext, request: Request): Promise<FormDrafts> {
  const { session } = await open(context, request);
  const owner = session.get("owner") ?? null;
  if (!owner) return { owner: null, forms: [] };
  const forms = await Promise.all(
    unexpired(session.get("forms"), context.now).map((each) => decrypt(context, owner, each)),
  );
  return { owner: forms.length > 0 ? owner : null, forms };
}

/**
 * Keeps a form for its user, with their other drafts.
 * @returns the cookie that finds it again
 */
export async function saveFormDraft(
  context: FormDraftContext,
  request: Request,
  owner: string,
  form: FormDraft,
): Promise<string> {
  const { storage, session } = await open(context, request);
  const before = session.get("owner");
  const own = before === owner;
  // Drafts of another user are deleted, and so is the id that the browser had with them.
  if (before !== undefined && !own) await storage.destroySession(session);
  const kept = own ? session : await storage.getSession();
  const others = await draftsExcept(form.path, context, owner, kept.get("forms"));
  const encrypted = await context.vault.encrypt(owner, PLACE, JSON.stringify(form));
  const newest = { saved_at: context.now, encrypted: Buffer.from(encrypted ?? []).toString("base64") };
  kept.set("owner", owner);
  kept.set("forms", [newest, ...others].slice(0, MAX_FORMS));
  return storage.commitSession(kept);
}

/**
 * Deletes the draft of one page, or all drafts.
 * @returns the cookie to send
 */
export async function dropFormDrafts(context: FormDraftContext, request: Request, path?: string): Promise<string> {
  const { storage, session } = await open(context, request);
  const owner = session.get("owner");
  const others = owner && path !== undefined ? await draftsExcept(path, context, owner, session.get("forms")) : [];
  if (others.length === 0) return storage.destroySession(session);
  session.set("forms", others);
  return storage.commitSession(session);
}

/** For the deletion of an account: deletes all drafts of its user, of every browser. */
export async function forgetFormDrafts(forms: KVNamespace, owner: string): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await forms.list<{ owner: string }>({ prefix: PREFIX, cursor: cursor ?? null });
    const theirs = page.keys.filter(({ metadata }) => metadata?.owner === owner);
    await Promise.all(theirs.map(({ name }) => forms.delete(name)));
    cursor = page.list_complete ? undefined : page.cursor;
  } while (cursor);
}

async function open(context: FormDraftContext, request: Request) {
  const cookie = createCookie(cookieName(request, COOKIE), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isHttps(request),
    secrets: [await context.vault.sign("form-draft cookie", "")],
  });
  const storage = createWorkersKVSessionStorage<Stored>({ cookie, kv: storeOfForms(context) });
  return { storage, session: await storage.getSession(request.headers.get("Cookie")) };
}

/**
 * The store as the session library uses it. The cookie ends with the browser session and gives values no lifetime: it
 * is set here, to an hour after the newest draft. The owner is in the key's metadata too, where `forgetFormDrafts`
 * finds it.
 */
function storeOfForms({ forms, now }: FormDraftContext): KVNamespace {
  const store: Pick<KVNamespace, "delete"> & Record<"get" | "put", unknown> = {
    get: (id: string) => forms.get(PREFIX + id),
    put: (id: string, text: string) => {
      const stored = JSON.parse(text) as Stored;
      const newest = Math.max(...stored.forms.map(({ saved_at }) => saved_at));
      const expirationTtl = Math.max(SHORTEST_SECONDS, Math.ceil((newest + KEPT_MS - now) / 1000));
      return forms.put(PREFIX + id, text, { expirationTtl, metadata: { owner: stored.owner } });
    },
    delete: (id: string | string[]) => forms.delete(PREFIX + id),
  };
  return store as KVNamespace;
}

/** The drafts of the other pages. */
async function draftsExcept(
  path: string,
  context: FormDraftContext,
  owner: string,
  forms: Stored["forms"] | undefined,
) {
  const others = [];
  for (const each of unexpired(forms, context.now)) {
    if ((await decrypt(context, owner, each)).path !== path) others.push(each);
  }
  return others;
}

function unexpired(forms: Stored["forms"] = [], now: number): Stored["forms"] {
  return forms.filter(({ saved_at }) => now - saved_at < KEPT_MS);
}

async function decrypt(
  { vault }: FormDraftContext,
  owner: string,
  { encrypted }: Stored["forms"][number],
): Promise<FormDraft> {
  return JSON.parse(await vault.decrypt(owner, PLACE, Buffer.from(encrypted, "base64")));
}
