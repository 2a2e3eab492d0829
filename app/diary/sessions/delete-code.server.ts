import type { Asker } from "~/platform/context";

/** How long a delete code holds. */
export const DELETE_CODE_HOLDS_MS = 15 * 60 * 1000;

export const CODE_RAN_OUT = "The code has run out. Enter the one that is shown now";

const CODES = 10_000;

export interface DeleteCode {
  /** Four digits, to be typed (specification section 9). */
  code: string;
  /** Goes with the form. */
  signed: string;
}

interface Asked extends Pick<Asker, "cipher" | "now"> {
  sessionRef: string;
}

export async function newDeleteCode({ cipher, sessionRef, now }: Asked): Promise<DeleteCode> {
  const code = String(randomBelow(CODES)).padStart(4, "0");
  const until = now + DELETE_CODE_HOLDS_MS;
  const signature = await cipher.sign("delete-session", `${sessionRef}/${until}/${code}`);
  return { code, signed: `${until}/${signature}` };
}

/** What is wrong with a typed code; null when it is the one that this user was shown for this session. */
export async function deleteCodeError(
  { cipher, sessionRef, now }: Asked,
  { delete_code, signed_code }: { delete_code: string; signed_code: string },
): Promise<string | null> {
  if (delete_code === "") return "Enter the four digits that are shown";
  const [until = "", signature = ""] = signed_code.split("/");
  const text = `${sessionRef}/${until}/${delete_code}`;
  if (!(await cipher.isSigned("delete-session", text, signature))) return "Enter the four digits that are shown now";
  return Number(until) > now ? null : CODE_RAN_OUT;
}

/** Each as likely as the others: numbers of the last, cut-off round are drawn again. */
function randomBelow(limit: number): number {
  const drawn = new Uint16Array(1);
  const whole = Math.floor(65_536 / limit) * limit;
  do crypto.getRandomValues(drawn);
  while ((drawn[0] as number) >= whole);
  return (drawn[0] as number) % limit;
}
