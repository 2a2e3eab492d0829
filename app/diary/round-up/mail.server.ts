import { and, eq, gte, isNotNull, isNull, lt } from "drizzle-orm";
import { z } from "zod";
import { lowestLevel } from "~/account/levels";
import { users } from "~/account/table.server";
import { saveSettings } from "~/changes/settings.server";
import type { Writer } from "~/changes/write-rows.server";
import { writeMail } from "~/mail/outbox.server";
import type { AppContext, JobContext } from "~/platform/context";
import type { Vault } from "~/platform/crypto/vault.server";
import { hashOf } from "~/platform/db/tokens";
import { chosen } from "~/platform/http/fields";
import { byIntent, exemptFromQuota } from "~/platform/http/form-schemas";
import { pathTo } from "~/platform/http/path-to";
import type { LondonDate } from "~/platform/time/london";
import { mailedBefore, weekToMail } from "~/profile/friday-mail";
import { profileRow } from "~/profile/queries.server";
import { profiles } from "~/profile/table.server";
import { countsOf, readWeek, unlockedPart } from "./queries.server";
import { countOf } from "./rules";

const PURPOSE = "stop-round-up";
/** Most messages that one run of the cron hands to the queue; the others wait a minute. */
const MAX_AT_ONCE = 100;
/** Length of a reference. */
const REF_LENGTH = 22;

/** The buttons that turn it on and off. */
export const mailChoiceForm = exemptFromQuota(
  z.object({ intent: chosen("what to do", ["mail_on", "mail_off"]) }),
  byIntent("mail_off"),
);

/**
 * Turns the Friday email on or off.
 * @returns the message for the user
 */
export async function chooseMail(by: Writer, on: boolean): Promise<string> {
  const [row] = await profileRow(by.db, by.userId);
  if (((row?.round_up_mailed ?? null) !== null) !== on) {
    const round_up_mailed = on ? mailedBefore(by.now) : null;
    const message = on ? "Friday email turned on" : "Friday email stopped";
    const saved = await saveSettings(by, { part: "profiles", what: "profile", values: { round_up_mailed }, message });
    if (saved.refusal) return chooseMail(by, on);
  }
  return on ? "You will get the Friday email" : "The Friday email is stopped";
}

/** Token of the link that stops a user's mail; signed, so that it cannot be forged. */
export async function stopToken(vault: Vault, userRef: string): Promise<string> {
  return `${userRef}.${await vault.sign(PURPOSE, userRef)}`;
}

async function stopLink({ vault, site }: Pick<AppContext, "vault" | "site">, userRef: string): Promise<string> {
  const mailToken = await stopToken(vault, userRef);
  return `${site.origin}${pathTo("/stop_mail/:mailToken/", { mailToken })}`;
}

/**
 * Stops the mail by the link in it. A second use does no harm.
 * @returns false for a token that this Daybook did not sign
 */
export async function stopByLink({ db, vault, now }: AppContext, mailToken: string): Promise<boolean> {
  const [userRef = "", ...signature] = mailToken.split(".");
  if (!(await vault.isSigned(PURPOSE, userRef, signature.join(".")))) return false;
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.unique_ref, userRef));
  if (user) await chooseMail({ db, userId: user.id, now }, false);
  return true;
}

/**
 * Condition: the mail of the week is not written yet, and the user has turned it on, may have a diary, and has a
 * verified address and an account that is not suspended.
 */
function isWaiting(monday: LondonDate) {
  return and(
    lt(profiles.round_up_mailed, monday),
    isNotNull(users.email),
    gte(users.level, lowestLevel("diary")),
    isNull(users.suspended_at),
  );
}

/**
 * For the cron of each minute: from Friday 16:00 in London sends a message for each user who has turned the mail on and
 * has none of this week yet. A surplus message does no harm.
 */
export async function sweepRoundUps({ db, jobs, now }: Pick<JobContext, "db" | "jobs" | "now">): Promise<void> {
  const monday = weekToMail(now);
  if (monday === null) return;
  const due = await db
    .select({ ref: users.unique_ref })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.user_id))
    .where(isWaiting(monday))
    .limit(MAX_AT_ONCE);
  for (const { ref } of due) jobs.nudge({ kind: "mail-round-up", ref });
}

/** Writes the mail of a user's week, only once if it runs again; none for a week with nothing to finish. */
export async function mailRoundUp(app: JobContext, userRef: string): Promise<void> {
  const { db, vault, jobs, now } = app;
  const monday = weekToMail(now);
  if (monday === null) return;
  const [user] = await db
    .select({ id: users.id, email: users.email })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.user_id))
    .where(and(eq(users.unique_ref, userRef), isWaiting(monday)));
  if (!user?.email) return;
  const counts = countsOf(unlockedPart(await readWeek(db, user.id, monday, now)));
  // Not a change by the user, so the version stays, and the row is not marked for the nightly backup.
  const mark = db
    .update(profiles)
    .set({ round_up_mailed: monday })
    .where(and(eq(profiles.user_id, user.id), lt(profiles.round_up_mailed, monday)));
  if (countOf(counts) === 0) {
    await mark;
    return;
  }
  const { unlogged, cases, sessions, fees } = counts;
  const stop = await stopLink(app, userRef);
  const content = { kind: "round-up" as const, monday, unlogged, entries: cases + sessions, fees, stop };
  const once = (await hashOf(`round-up/${userRef}/${monday}`)).slice(0, REF_LENGTH);
  const mail = await writeMail(db, vault, { to: user.email, userRef, content, ref: once }, now);
  await db.batch([mark, mail.statement]);
  jobs.nudge({ kind: "send-mail", ref: mail.ref });
}
