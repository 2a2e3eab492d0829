import { auditLineBy } from "~/accounts/audit.server";
import { type Asked, turnAwayEnded } from "~/accounts/guard.server";

/**
 * For a file that holds a part of a diary, before its first byte: whoever reads the activity log sees what went out.
 * Its route has asked for a fresh proof.
 */
export async function putOnRecord(asked: Asked, request: Request, detail: string): Promise<void> {
  await asked.db.batch([auditLineBy(asked, "data-exported", { detail })]).catch(turnAwayEnded(request));
}
