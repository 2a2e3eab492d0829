import { auditLineBy } from "~/account/audit.server";
import { type Asked, turnAwayEnded } from "~/account/guard.server";
import { countTry, type Limit } from "~/platform/db/rate-counters.server";

/** Each file leaves a line for good. */
const FILES_LIMIT: Limit = { tries: 200, windowMs: 60 * 60 * 1000 };
const TOO_MANY = `Your account has taken ${FILES_LIMIT.tries} files within the hour, which is the most. Wait an hour, then ask again.`;

/**
 * For a file that holds a part of a diary, before its first byte: whoever reads the activity log sees what went out.
 * Its route has asked for a fresh proof.
 */
export async function putOnRecord(asked: Asked, request: Request, detail: string): Promise<void> {
  await countFile(asked);
  await asked.db.batch([auditLineBy(asked, "data-exported", { detail })]).catch(turnAwayEnded(request));
}

/** @throws Response 429 */
export async function countFile({ db, user, now }: Pick<Asked, "db" | "user" | "now">): Promise<void> {
  const files = await countTry(db, `files/${user.unique_ref}`, FILES_LIMIT, now);
  if (files > FILES_LIMIT.tries) throw new Response(TOO_MANY, { status: 429 });
}
