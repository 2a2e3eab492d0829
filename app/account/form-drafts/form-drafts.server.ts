import { Buffer } from "node:buffer";
import { createContext } from "react-router";
import type { JobContext } from "~/platform/context";
import { hashOf } from "~/platform/db/tokens";
import { LOGIN_COOKIE, readCookie, writeCookie } from "~/platform/http/cookies";
import type { FormDraft, SavedDraft } from "~/ui/forms/form-state";

const COOKIE = "form-draft";
const PREFIX = "form-draft/";
/** The place to which the vault binds a form draft; only its owner's key decrypts it. */
const PLACE = "form-draft";
const LOGIN_ENDED = "Your login had ended when you sent this form.";
const KEPT_MS = 60 * 60 * 1000;
/** Far more than the longest form that is typed, and less than a form may have. */
const MAX_DRAFT_BYTES = 262_144;

/** Value in the store under the id in the cookie, one for each login that has ended. */
interface Stored {
  owner: string;
  saved_at: number;
  /** A `FormDraft` as JSON, encrypted, in base64. */
  encrypted: string;
}

export type FormDraftContext = Pick<JobContext, "vault" | "forms" | "now">;

/** The draft of the current user. */
export const formDraftContext = createContext<FormDraft | null>(null);

export function hasFormDraft(request: Request): boolean {
  return readCookie(request, COOKIE) !== null;
}

/** For the root page: the draft of the requested page, or the address of another. */
export function draftAround(url: URL, draft: FormDraft | null): SavedDraft | null {
  if (!draft) return null;
  const isHere = draft.path === url.pathname + url.search;
  // One that was left is asked for on its own page.
  return isHere
    ? { here: { ...draft, why: draft.why ? `${draft.why}.` : LOGIN_ENDED }, elsewhere: null }
    : { here: null, elsewhere: draft.why ? null : draft.path };
}

/** Both are null when there is no draft, or it has expired. */
export type KeptDraft = { owner: string; draft: FormDraft } | { owner: null; draft: null };

/** Returns the draft of the browser's last user. Only `owner` may be given it. */
export async function findFormDraft({ forms, vault, now }: FormDraftContext, request: Request): Promise<KeptDraft> {
  const id = await idInCookie(vault, request);
  const text = id && (await forms.get(await keyOf(id)));
  if (!text) return { owner: null, draft: null };
  const { owner, saved_at, encrypted } = JSON.parse(text) as Stored;
  if (now - saved_at >= KEPT_MS) return { owner: null, draft: null };
  const draft = JSON.parse(await vault.decrypt(owner, PLACE, Buffer.from(encrypted, "base64"))) as FormDraft;
  return { owner, draft };
}

/**
 * Keeps a form for its user, in place of the one that the same login had kept: however often a login that has ended sends
 * one, the store has one of it.
 * @returns the cookie that finds it again; null for a form that is too long
 */
export async function saveFormDraft(
  { forms, vault, now }: FormDraftContext,
  request: Request,
  owner: string,
  draft: FormDraft,
): Promise<string | null> {
  const text = JSON.stringify(draft);
  if (Buffer.byteLength(text) > MAX_DRAFT_BYTES) return null;
  const id = await hashOf(`${PLACE}/${readCookie(request, LOGIN_COOKIE) ?? ""}`);
  const encrypted = Buffer.from((await vault.encrypt(owner, PLACE, text)) ?? []).toString("base64");
  const stored: Stored = { owner, saved_at: now, encrypted };
  // The owner is in the key's metadata too, where `forgetFormDrafts` finds it.
  await forms.put(await keyOf(id), JSON.stringify(stored), { expirationTtl: KEPT_MS / 1000, metadata: { owner } });
  return writeCookie(request, COOKIE, `${id}.${await vault.sign(PLACE, id)}`, null);
}

/**
 * Deletes the draft of the browser.
 * @returns the cookie to send
 */
export async function dropFormDraft({ forms, vault }: FormDraftContext, request: Request): Promise<string> {
  const id = await idInCookie(vault, request);
  if (id) await forms.delete(await keyOf(id));
  return writeCookie(request, COOKIE, "", 0);
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

/** Of a hash, so that whoever sees the keys of the store cannot ask for what is under them. */
async function keyOf(id: string): Promise<string> {
  return PREFIX + (await hashOf(id));
}

/** Signed, so that the store is not asked for one that is made up. */
async function idInCookie(vault: FormDraftContext["vault"], request: Request): Promise<string | null> {
  const [, id, signature] = /^([\w-]{43})\.(.+)$/.exec(readCookie(request, COOKIE) ?? "") ?? [];
  return id && signature && (await vault.isSigned(PLACE, id, signature)) ? id : null;
}
