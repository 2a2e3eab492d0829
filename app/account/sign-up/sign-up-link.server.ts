import { Buffer } from "node:buffer";
import { writeMail } from "~/mail/outbox.server";
import type { AppContext } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { countTry, isOverAny, type Limit } from "~/platform/db/rate-counters.server";
import { HOUR_MS } from "~/platform/time/durations";
import { ownerOfAddress } from "../email/verifications.server";
import { networkCounters } from "../limits.server";
import { emailKey } from "../rules";

const LINK_WORKS_MS = HOUR_MS;
/** Links mailed for one network, and for the /48 around it. */
const LINKS: Limit = { tries: 50, windowMs: HOUR_MS };
const WIDER_LINKS: Limit = { tries: 200, windowMs: HOUR_MS };
/** Links to one address: apart from those that verify it, so that a stranger cannot use up its owner's. */
export const LINKS_TO_ADDRESS: Limit = { tries: 3, windowMs: HOUR_MS };
/** Links to all addresses. */
const ALL_LINKS: Limit = { tries: 500, windowMs: HOUR_MS };
const PLACE = "sign-up-link";

/** The contents of a link, encrypted: they are in the address of a page, and not stored in a row. */
export interface SignUpLink {
  first_name: string;
  last_name: string;
  email: string;
  username: string;
  /** For the form that it opens: one link creates one account. */
  idempotency_key: string;
  expires_at: number;
}

/**
 * For a sign-up without the bot check: mails a link that confirms the address first. The password is not stored, but
 * entered after the link is opened. The response does not reveal whether the address belongs to another account: its
 * owner is mailed instead, or, above the limit of the address, no mail is sent.
 * @returns false when the network has had all its links: nothing is counted for the address, or sent, then
 */
export async function sendSignUpLink(
  app: AppContext,
  request: Request,
  answers: Pick<SignUpLink, "first_name" | "last_name" | "email" | "username">,
): Promise<boolean> {
  const { db, vault, jobs, site, now } = app;
  const { first_name, last_name, email, username } = answers;
  if (await isOverAny(db, await networkCounters(vault, "sign-up-link", request, LINKS, WIDER_LINKS), now)) return false;
  const [owner] = await ownerOfAddress(db, "", email);
  const toAddress = `sign-up-link-to/${await vault.sign("sign-up-link-to", emailKey(email))}`;
  const counted = await countTry(db, toAddress, LINKS_TO_ADDRESS, now);
  const all = await countTry(db, "sign-up-links", ALL_LINKS, now);
  const expires_at = now + LINK_WORKS_MS;
  const link: SignUpLink = {
    first_name,
    last_name,
    email,
    username,
    idempotency_key: newRef(),
    expires_at,
  };
  const encrypted = Buffer.from((await vault.encrypt("", PLACE, JSON.stringify(link))) ?? []).toString("base64url");
  const address = `${site.origin}/signup/?link=${encrypted}`;
  const mail = await writeMail(
    db,
    vault,
    {
      to: owner?.email ?? email,
      userRef: "",
      content: owner ? { kind: "address-in-use" } : { kind: "sign-up-link", link: address },
      voidAt: expires_at,
    },
    now,
  );
  if (counted > LINKS_TO_ADDRESS.tries || all > ALL_LINKS.tries) return true;
  await mail.statement;
  jobs.nudge({ kind: "send-mail", ref: mail.ref });
  return true;
}

/** The contents of a link; null for no link, an expired one, and one that was not made here. */
export async function openSignUpLink(
  { vault, now }: Pick<AppContext, "vault" | "now">,
  link: string | null,
): Promise<SignUpLink | null> {
  if (!link) return null;
  try {
    const encrypted = Buffer.from(link, "base64url");
    // Decoding would pass over what is not of the text.
    if (encrypted.toString("base64url") !== link) return null;
    const opened = JSON.parse(await vault.decrypt("", PLACE, encrypted)) as SignUpLink;
    return now < opened.expires_at ? opened : null;
  } catch {
    return null;
  }
}
