import { type NotSent, sendLink } from "~/account/email/send-verification.server";
import { type Asked, turnAwayEnded } from "~/account/guard.server";
import { adminLine } from "./acts.server";

const WORDS: Record<NotSent, { message: string; status: 422 | 429 }> = {
  "too-many": { message: "This user was sent 5 links within an hour. Wait an hour, then try again", status: 429 },
  "too-many-to-address": {
    message: "This address was sent 5 links within an hour. Wait an hour, then try again",
    status: 429,
  },
  "no-address": { message: "There is no address to send a link to. Ask the user to enter one", status: 422 },
  verified: { message: "The address of this user is verified already", status: 422 },
  undeliverable: { message: "Mail could not be delivered to this address", status: 422 },
};

/** Sends a user a new link to verify their address. @returns why not, in words; null when it was sent. */
export async function sendVerificationTo(asked: Asked, request: Request, userRef: string) {
  const lines = [adminLine(asked, "admin-verification-sent", { about: userRef })];
  const why = await sendLink(asked, userRef, { evenUndeliverable: true, lines }).catch(turnAwayEnded(request));
  return why && WORDS[why];
}
