import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

/**
 * On D1 a table rebuild fires ON DELETE CASCADE whatever the pragmas say, deletes the child rows and
 * reports success: those of the diary, whose deletions cascade (app/changes/parts.server.ts). So no migration drops or
 * renames a table without this marker, which a person writes after looking at what hangs on it.
 */
const REVIEWED = "-- reviewed: drops a table";

test.each(filesBelow("migrations"))("%s drops and rebuilds no table", (path) => {
  const sql = textOf(path);
  const statements = sql.replace(/--.*$/gm, "");
  expect(/pragma\s+foreign_keys/i.test(statements)).toBe(false);
  if (!sql.includes(REVIEWED)) expect(/drop\s+table|rename\s+to/i.test(statements)).toBe(false);
});
