import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

/**
 * On D1 a table rebuild fires ON DELETE CASCADE whatever the pragmas say, deletes the child rows and
 * reports success. So: no cascade, and no migration drops or renames a table without this marker,
 * which a person writes after looking at what hangs on it.
 */
const REVIEWED = "-- reviewed: drops a table";

test.each(filesBelow("migrations"))("%s drops and rebuilds no table, and cascades nothing", (path) => {
  const sql = textOf(path);
  const statements = sql.replace(/--.*$/gm, "");
  expect(/on\s+delete\s+cascade/i.test(statements)).toBe(false);
  expect(/pragma\s+foreign_keys/i.test(statements)).toBe(false);
  if (!sql.includes(REVIEWED)) expect(/drop\s+table|rename\s+to/i.test(statements)).toBe(false);
});
