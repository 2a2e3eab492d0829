import { eq } from "drizzle-orm";
import { auditLineBy, WHOLE_EXPORTS } from "~/account/audit.server";
import { type Asked, turnAwayEnded } from "~/account/guard.server";
import { users } from "~/account/table.server";
import { londonToday } from "~/platform/time/london";
import { CALENDAR_TYPE } from "./calendar";
import { calendarFile } from "./calendar-file.server";
import { jsonFile } from "./json.server";
import { countFile } from "./put-on-record.server";
import { bytesOf, fileAnswer } from "./stream.server";
import { tableFiles } from "./tables.server";
import { zipFile } from "./zip.server";

/** The files that hold everything, by the ending of their names. */
export type ExportKind = keyof typeof WHOLE_EXPORTS;

/** Everything of a user as a file, put on record before its first byte. */
export async function exportEverything(asked: Asked, request: Request, kind: ExportKind): Promise<Response> {
  const { db, user, now } = asked;
  await countFile(asked);
  const [, [account = {}]] = await db
    .batch([
      auditLineBy(asked, "data-exported", { detail: WHOLE_EXPORTS[kind] }),
      db
        .select({
          username: users.username,
          first_name: users.first_name,
          last_name: users.last_name,
          email: users.email,
        })
        .from(users)
        .where(eq(users.id, user.id)),
    ])
    .catch(turnAwayEnded(request));
  const name = `daybook-${londonToday(now)}.${kind}`;
  if (kind === "zip") return fileAnswer(name, "application/zip", zipFile(tableFiles(asked), now));
  if (kind === "ics") return fileAnswer(name, CALENDAR_TYPE, bytesOf(calendarFile(asked, now)));
  return fileAnswer(name, "application/json; charset=utf-8", bytesOf(jsonFile(asked, account, now)));
}
