import { and, eq, isNotNull, isNull, lte } from "drizzle-orm";
import { users } from "~/account/table.server";
import { writeNotice } from "~/mail/outbox.server";
import type { JobContext } from "~/platform/context";
import { DAY_MS } from "~/platform/time/durations";
import { longMoment } from "~/platform/time/instants";
import { noSignalDevices } from "./table.server";

const MAILED_AFTER_MS = 3 * DAY_MS;
/** Most mails of one night; the others wait for the next. */
const MAX_AT_ONCE = 100;

/** For the cron of a night: mails once about entries that have waited on a device for days. */
export async function mailWaiting(app: JobContext): Promise<void> {
  const { db, now } = app;
  const isDue = and(isNull(noSignalDevices.mailed_at), lte(noSignalDevices.waiting_since, now - MAILED_AFTER_MS));
  const due = await db
    .select({ device: noSignalDevices, email: users.email })
    .from(noSignalDevices)
    .innerJoin(users, eq(users.unique_ref, noSignalDevices.user_ref))
    .where(and(isDue, isNotNull(users.email), isNull(users.suspended_at)))
    .limit(MAX_AT_ONCE);
  for (const { device, email } of due) {
    const content = { entries: device.waiting, since: longMoment(device.waiting_since ?? now) };
    const owner = { userRef: device.user_ref, to: email };
    const notice = await writeNotice(app, owner, { kind: "no-signal-waiting", ...content });
    const mark = db
      .update(noSignalDevices)
      .set({ mailed_at: now })
      .where(and(eq(noSignalDevices.user_ref, device.user_ref), eq(noSignalDevices.unique_ref, device.unique_ref)));
    await db.batch([mark, ...notice.statements]);
    notice.nudge();
  }
}
