import { eq } from "drizzle-orm";
import { type Asked, turnAwayEnded } from "~/account/guard.server";
import { users } from "~/account/table.server";
import { isStale, nextVersion } from "~/platform/db/columns.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { adminLine } from "./acts.server";

interface Wanted {
  level: number;
  version: number;
}

/**
 * Gives a user another level, at once: every page looks it up. Nobody changes their own, so that nobody shuts
 * themselves out by a slip; see `adminLine` for two who do it to each other.
 * @returns why not; null when it is so, be it that it was so before.
 */
export async function changeLevel(
  asked: Asked,
  request: Request,
  userRef: string,
  { level, version }: Wanted,
): Promise<Refusal | null> {
  const { db, now } = asked;
  if (userRef === asked.user.unique_ref) return OWN_LEVEL;
  const saved = await levelOf(asked, userRef);
  if (!saved || saved.level === level) return null;
  if (saved.version !== version) return changedElsewhere(saved);
  const detail = `from ${saved.level} to ${level}`;
  try {
    await db.batch([
      adminLine(asked, "admin-level-changed", { about: userRef, detail }),
      db
        .update(users)
        .set({ level, version: nextVersion(users.version, version), updated_at: now })
        .where(eq(users.unique_ref, userRef)),
    ]);
    return null;
  } catch (error) {
    const newer = isStale(error) ? await levelOf(asked, userRef) : undefined;
    return newer ? changedElsewhere(newer) : turnAwayEnded(request)(error);
  }
}

const OWN_LEVEL: Refusal = { errors: { level: "Ask another administrator to change your own level" }, status: 422 };

async function levelOf({ db }: Asked, userRef: string) {
  const of = db.select({ level: users.level, version: users.version }).from(users);
  const [row] = await of.where(eq(users.unique_ref, userRef));
  return row;
}

function changedElsewhere({ level, version }: Wanted): Refusal {
  const message = `This account was changed elsewhere after you opened it: its level is ${level} now. Choose again if it should be another`;
  return { errors: { level: message }, status: 409, newer: { version, facts: [] } };
}
