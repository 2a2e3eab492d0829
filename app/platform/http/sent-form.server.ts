import { LOGIN_COOKIE, readCookie } from "./cookies";
import { isSecretField, SETUP_SECRET } from "./field-names";
import { fieldsSent } from "./read-body.server";
import { pathAndQuery } from "./request-path";

/** A form as it was sent, for a page that offers to send it again. */
export interface SentForm {
  /** What it was sent to. */
  path: string;
  /** In their order: a name may come more than once. */
  fields: readonly SentField[];
  /** Whether a password or a code was left out, which has to be typed again. */
  lacksSecret: boolean;
}

interface SentField {
  /** Its place in the form. */
  at: number;
  name: string;
  text: string;
}

/** Of all fields that come back: above notes ten times as long as is allowed, and 2,000 ticks. */
const MAX_BYTES = 300_000;
/** An administrator decides anew, on a page that shows what there is by then. */
const ADMIN = "/admin/";

/**
 * The form of a request that failed, without its secrets; null where none is sent back: that of a visitor or an
 * administrator, one that may bring a file, one that is larger than any of Daybook's, and one that was taken.
 * @param answers what actions returned before the page failed, by route
 */
export async function sentForm(
  request: Request,
  answers: Record<string, unknown> | null = null,
): Promise<SentForm | null> {
  // An action that did what was asked, without a redirect, answers without the form.
  if (Object.values(answers ?? {}).some((answer) => (answer as { form?: unknown } | null)?.form === undefined))
    return null;
  const url = new URL(request.url);
  const isText = request.headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded");
  const isOfUser = readCookie(request, LOGIN_COOKIE) !== null && !url.pathname.startsWith(ADMIN);
  if (request.method !== "POST" || !isText || !isOfUser) return null;
  const sent = await readFields(request);
  if (sent === null || bytesOf(sent) > MAX_BYTES) return null;
  const fields = sent.filter(({ name }) => name !== SETUP_SECRET && !isSecretField(name));
  return { path: pathAndQuery(url), fields, lacksSecret: fields.length < sent.length };
}

async function readFields(request: Request): Promise<SentField[] | null> {
  try {
    const sent = await fieldsSent(request);
    return sent && [...sent].map(([name, text], at) => ({ at, name, text: String(text) }));
  } catch (refused) {
    // Not a form of ours.
    if (refused instanceof Response) return null;
    throw refused;
  }
}

function bytesOf(fields: readonly SentField[]): number {
  return new TextEncoder().encode(fields.map(({ name, text }) => name + text).join("")).length;
}
