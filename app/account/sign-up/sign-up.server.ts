import type { AppContext } from "~/platform/context";
import type { Vault } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { measureSize, sizeIn } from "~/platform/db/database-size.server";
import { countTry, type Limit } from "~/platform/db/rate-counters.server";
import { hashOf } from "~/platform/db/tokens";
import type { FormState } from "~/platform/http/action-result";
import { type BurstLimiter, networkOf, TOO_MANY_TRIES } from "~/platform/http/bursts";
import { checkBot } from "../bot-check/bot-check.server";
import { burstKey, type LimitRefusal, type Named } from "../limits.server";
import { emailKey } from "../rules";
import { refuseClosed } from "./closed.server";
import type { SignUpAnswers } from "./form";
import { createdWith, refusal, type SignUpResult, signUp } from "./make-account.server";
import { type SignUpLink, sendSignUpLink } from "./sign-up-link.server";

/** Forms sent with one link: each may reveal whether a username is taken. */
const LINK_LIMIT: Limit = { tries: 20, windowMs: 60 * 60 * 1000 };
const LINK_SPENT = "Too many usernames were tried with this link. Sign up again to get a new one";

const OTHER_ADDRESS = refusal({
  email: "The link that you followed is for a different address. Enter that address, or sign up without the link",
});

/**
 * Whether the hidden decoy field is filled in, which only programs do. They are not told the reason (specification
 * section 5).
 */
export function isDecoyFilled({ values }: FormState): boolean {
  return values.location?.some((text) => text.trim() !== "") ?? false;
}

/**
 * As `signUp`, with the limits and the bot check before it. A form that has created its account is not checked again:
 * the password proves who sends it.
 * @param fingerprint fingerprint of the form's answers
 * @param link contents of the link that opened the page, in place of the check: it creates one account, with its own
 * address
 */
export async function trySignUp(
  app: AppContext,
  request: Request,
  { token, ...answers }: SignUpAnswers,
  fingerprint: string,
  mayGoOn: BurstLimiter,
  link: SignUpLink | null = null,
): Promise<SignUpResult> {
  const mayTry = await mayGoOn(await signUpBurstKey(app.vault, request, answers));
  if (!mayTry) return refusal({ "": TOO_MANY_TRIES }, 429);
  const key = await formKeyOf(answers.idempotency_key, link);
  const [made, measured] = await app.db.batch([createdWith(app.db, key), measureSize(app.db)]);
  const isAgain = made.length > 0;
  const closed = isAgain ? null : refuseClosed(app.site, sizeIn(measured));
  if (closed) return refusal(closed.errors, closed.status);
  if (link) return signUpByLink(app, request, answers, link);
  const refused = isAgain ? null : await checkBot(app, request, { token, fingerprint }, "sign-up");
  return refused ? refusal(refused.errors, refused.status) : signUp(app, request, answers);
}

/**
 * As `trySignUp`, where the widget was not available: nothing is made before the link in a mail is opened.
 * @returns null once the link is on its way
 */
export async function signUpByMail(
  app: AppContext,
  request: Request,
  answers: SignUpAnswers,
  mayGoOn: BurstLimiter,
): Promise<LimitRefusal | null> {
  const mayTry = await mayGoOn(await signUpBurstKey(app.vault, request, answers));
  if (!mayTry) return { errors: { "": TOO_MANY_TRIES }, status: 429 };
  const closed = refuseClosed(app.site, sizeIn(await measureSize(app.db)));
  if (closed) return closed;
  return (await sendSignUpLink(app, request, answers)) ? null : { errors: { "": NO_LINK }, status: 429 };
}

const NO_LINK =
  "Too many people on your network were emailed links. Nothing was sent. Wait an hour, or use a browser with JavaScript turned on";

async function signUpByLink(
  app: AppContext,
  request: Request,
  answers: Omit<SignUpAnswers, "token">,
  link: SignUpLink,
): Promise<SignUpResult> {
  if (emailKey(link.email) !== emailKey(answers.email)) return OTHER_ADDRESS;
  const idempotency_key = await formKeyOf(answers.idempotency_key, link);
  const tries = await countTry(app.db, `sign-up-link-tries/${idempotency_key}`, LINK_LIMIT, app.now);
  if (tries > LINK_LIMIT.tries) return refusal({ "": LINK_SPENT }, 429);
  return signUp(app, request, { ...answers, idempotency_key });
}

/** Key of the outer limit, which strangers must not use up for other people who want the same name. */
function signUpBurstKey(vault: Vault, request: Request, named: Named): Promise<string> {
  return burstKey(vault, "signup", networkOf(request), named);
}

/** The key under which an account is created: one link creates one, regardless of the keys of its forms. */
async function formKeyOf(key: string, link: SignUpLink | null): Promise<string> {
  return link ? hashOf(link.idempotency_key) : key;
}

/** True when this form has created this user: its second submit then gets the same answer as the first. */
export async function isCreatedWith(
  db: Database,
  key: string,
  link: SignUpLink | null,
  userRef: string,
): Promise<boolean> {
  const [made] = await createdWith(db, await formKeyOf(key, link));
  return made?.ref === userRef;
}
