import { and, eq } from "drizzle-orm";
import { knownBrowserId } from "~/account/login/known-browsers.server";
import { codes } from "~/account/table.server";
import type { AppContext } from "~/platform/context";
import type { Vault } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import { countTry, type Limit } from "~/platform/db/rate-counters.server";
import { hashOf } from "~/platform/db/tokens";
import { networkOf, widerNetworkOf } from "~/platform/http/bursts";
import type { BotAction, Question } from "./bot-check";
import type { BotAnswers } from "./form";
import { answerIn, newQuestion, type WordedQuestion } from "./worded-questions.server";

const QUESTION_LASTS_MS = 10 * 60 * 1000;
/**
 * Much tighter than the limits of forms with the widget: a program can add, too. For one network and one kind of form.
 */
const QUESTION_LIMIT = hourlyLimit(5);
/** The same for the IPv6 /48 around it. */
const WIDER_QUESTION_LIMIT = hourlyLimit(25);
/**
 * Limit of a network for forms about one username or address, each of which has the tighter limit in that network; and
 * for all known browsers of a network, because a user with an account can have any number of those.
 */
const IN_ALL_LIMIT = hourlyLimit(50);
const WIDER_IN_ALL_LIMIT = hourlyLimit(200);

function hourlyLimit(tries: number): Limit {
  return { tries, windowMs: 60 * 60 * 1000 };
}

export type Verdict = "right" | "wrong" | "used" | "expired" | "too-many";

/** Creates a question. Its answer is not in the page, but covered by the signature. */
export async function askQuestion(
  vault: Vault,
  action: BotAction,
  now: number,
  { words, answer }: WordedQuestion = newQuestion(),
): Promise<Question> {
  const [id, expires] = [newRef(), String(now + QUESTION_LASTS_MS)];
  const signature = await vault.sign("question", signedText(action, id, expires, answer));
  return { words, signed: [id, expires, signature].join(" ") };
}

/**
 * Checks an answer, once for each question. The same form sent again (`answers.fingerprint`) gets the same verdict, so
 * that a double press is not a second try; any other answer to that question is refused.
 */
export async function checkAnswer(
  { db, vault, now }: AppContext,
  request: Request,
  answers: BotAnswers,
  action: BotAction,
): Promise<Verdict> {
  const counters = await answerLimits(vault, request, answers, action);
  for (const [at, { key, limit }] of counters.entries()) {
    if ((await countTry(db, key, limit, now, counters.slice(at + 1))) > limit.tries) return "too-many";
  }

  const { question, question_answer, fingerprint } = answers;
  const [id = "", expires = "", signature = ""] = question.split(" ");
  if (!(Number(expires) > now)) return "expired";
  const signed = signedText(action, id, expires, answerIn(question_answer));
  const right = await vault.isSigned("question", signed, signature);
  const hash = await hashOf(id);
  const [spent] = await db
    .insert(codes)
    .values({
      unique_ref: newRef(),
      kind: "question",
      hash,
      payload: right ? `right ${fingerprint}` : "wrong",
      // Kept at least as long as the question could be sent again.
      expires_at: now + QUESTION_LASTS_MS,
      created_at: now,
    })
    .onConflictDoNothing()
    .returning({ ref: codes.unique_ref });
  if (spent) return right ? "right" : "wrong";
  const [before] = await db
    .select({ payload: codes.payload })
    .from(codes)
    .where(and(eq(codes.kind, "question"), eq(codes.hash, hash)));
  return right && before?.payload === `right ${fingerprint}` ? "right" : "used";
}

/**
 * Keys and limits by which an answer is counted, the narrowest first: an answer over a narrow limit does not count for
 * the others. A request for a password from a known browser is counted by that browser: strangers in the same network
 * must not use up the owner's answers.
 */
async function answerLimits(vault: Vault, request: Request, { about }: BotAnswers, action: BotAction) {
  const keyed = async (what: string, from: string, limit: Limit) => {
    return { key: `question/${action}/${what}/${await vault.sign("network", from)}`, limit };
  };
  const browser = action === "forgot-password" ? await knownBrowserId(vault, request) : null;
  const [network, wider] = [networkOf(request), widerNetworkOf(request)];
  if (browser) {
    return Promise.all([
      keyed("browser", browser, QUESTION_LIMIT),
      keyed("known-browsers", network, IN_ALL_LIMIT),
      ...(wider === null ? [] : [keyed("known-browsers-48", wider, WIDER_IN_ALL_LIMIT)]),
    ]);
  }
  const isAbout = about !== undefined;
  return Promise.all([
    ...(isAbout ? [keyed("about", `${network}\n${about}`, QUESTION_LIMIT)] : []),
    keyed("network", network, isAbout ? IN_ALL_LIMIT : QUESTION_LIMIT),
    ...(wider === null ? [] : [keyed("48", wider, isAbout ? WIDER_IN_ALL_LIMIT : WIDER_QUESTION_LIMIT)]),
  ]);
}

function signedText(action: BotAction, id: string, expires: string, answer: string | null): string {
  return [action, id, expires, answer].join("\n");
}
