import type { Vault } from "~/vault/vault.server";

/** How long a delete code holds: its page shows a new one each time. */
export const DELETE_CODE_HOLDS_MS = 15 * 60 * 1000;

const CODES = 10_000;

export interface DeleteCode {
  /** Four digits, to be typed (specification section 9). */
  code: string;
  /** Goes with the form. */
  signed: string;
}

interface Asked {
  vault: Vault;
  userRef: string;
  sessionRef: string;
  now: number;
}

export async function newDeleteCode({ vault, userRef, sessionRef, now }: Asked): Promise<DeleteCode> {
  const code = String(randomBelow(CODES)).padStart(4, "0");
  const until = now + DELETE_CODE_HOLDS_MS;
  const signature = await vault.sign("delete-session", `${userRef}/${sessionRef}/${until}/${code}`);
  return { code, signed: `${until}/${signature}` };
}

/** What is wrong with a typed code; null when it is the one that this user was shown for this session. */
export async function deleteCodeError(
  { vault, userRef, sessionRef, now }: Asked,
  { delete_code, signed_code }: { delete_code: string; signed_code: string },
): Promise<string | null> {
  if (delete_code === "") return "Enter the four digits that are shown";
  const [until = "", signature = ""] = signed_code.split("/");
  const text = `${userRef}/${sessionRef}/${until}/${delete_code}`;
  if (!(await vault.isSigned("delete-session", text, signature))) return "Enter the four digits that are shown now";
  return Number(until) > now ? null : "The code has run out. Enter the one that is shown now";
}

/** Each as likely as the others: numbers of the last, cut-off round are drawn again. */
function randomBelow(limit: number): number {
  const drawn = new Uint16Array(1);
  const whole = Math.floor(65_536 / limit) * limit;
  do crypto.getRandomValues(drawn);
  while ((drawn[0] as number) >= whole);
  return (drawn[0] as number) % limit;
}
