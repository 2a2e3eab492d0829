import { seal } from "~/platform/crypto/seal";
import { base64url } from "~/platform/db/tokens";
import { machineNow } from "~/platform/time/clock";
import { currentDevice, put, remove } from "./outbox";

export type Fields = [name: string, value: string][];

/** A form, as its page would have sent it. */
export interface TypedForm {
  path: string;
  fields: Fields;
  /** What it is, for its line among those to correct. */
  label: string;
  /** A second form, for the page of the session that the first one adds: its path from there. */
  then?: { path: string; fields: Fields };
  /** Its page was closed before its user kept it. */
  abandoned?: true;
}

/** Ids of the forms of this page, by their keys: a form that is sent again replaces what was kept of it. */
const idsOfForms = new Map<string, string>();

/** Of a new row by its idempotency key; of one that is corrected by its page. */
function keyOf({ path, fields }: Pick<TypedForm, "path" | "fields">): string {
  return fields.find(([name]) => name === "idempotency_key")?.[1] || path;
}

/** A form was saved: what was kept of it before waits no more. @returns its id */
export async function dropForm(form: Pick<TypedForm, "path" | "fields">): Promise<string | undefined> {
  const id = idsOfForms.get(keyOf(form));
  idsOfForms.delete(keyOf(form));
  if (id !== undefined) await remove("entries", id);
  return id;
}

export function newId(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(16)));
}

/**
 * Seals a form and keeps it in the outbox.
 * @returns its id; null where the device is not switched on
 * @throws where the browser keeps nothing, or its disk is full
 */
export async function keepForm(form: TypedForm): Promise<string | null> {
  const key = keyOf(form);
  // A new id: what was kept before may be with the server already, whose answer would remove this one too.
  const id = newId();
  const sealed = await sealedAs(id, form);
  if (!sealed) return null;
  await put("entries", sealed);
  const before = idsOfForms.get(key);
  if (before) await remove("entries", before);
  idsOfForms.set(key, id);
  return id;
}

/** So long after the last key a form is sealed: each seal takes some milliseconds. */
export const DRAFT_PAUSE_MS = 500;

/** Keeps a form that is being typed, in place of the one before of its page. */
export async function keepDraft(form: TypedForm, page = form.path): Promise<void> {
  const sealed = await sealedAs(newId(), form);
  if (sealed) await put("drafts", { ...sealed, path: page });
}

async function sealedAs(id: string, form: TypedForm) {
  const device = await currentDevice();
  if (!device) return null;
  const typed_at = machineNow();
  const sealed = await seal(device, id, JSON.stringify({ ...form, typed_at }));
  return { id, device: device.ref, typed_at, sealed };
}

/** The text fields of a form. Files are not kept. */
export function fieldsOf(form: Iterable<[string, FormDataEntryValue]>): Fields {
  return [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

const MAX_LABEL = 100;

/** What a form of the page in front is called. */
export function headingOfPage(): string {
  return ([...document.querySelectorAll("h1")].at(-1)?.textContent ?? "").slice(0, MAX_LABEL);
}
