import type { BotAction } from "~/account/bot-check/bot-check";
import { askQuestion } from "~/account/bot-check/question.server";
import { answerOfQuestion } from "./answer-to";
import { NOW, vault } from "./harness";

/** Fields of a question that a person has just answered. */
export async function answeredQuestion(action: BotAction, now = NOW) {
  const { words, signed } = await askQuestion(vault, action, now);
  return { question: signed, question_answer: answerOfQuestion(words) };
}

let networks = 0;

/** A network of one's own, as Cloudflare names it: only so many answers come from one. */
export function ownNetwork(): { "CF-Connecting-IP": string } {
  networks += 1;
  return { "CF-Connecting-IP": `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` };
}
