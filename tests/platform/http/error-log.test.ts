import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { users } from "~/account/table.server";
import { logError } from "~/platform/http/log";
import { db } from "../../support/harness";

test("a failed query is logged without its values", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const failed = await db
    .select({ broken: sql`no_such_column` })
    .from(users)
    .where(eq(users.username_key, "typed-secret-by-mistake"))
    .catch((thrown: unknown) => thrown);
  expect(String(failed)).toContain("typed-secret-by-mistake");
  logError(failed);
  const line = String(error.mock.calls[0]?.[0]);
  expect(line).toContain("no such column");
  expect(line).not.toContain("typed-secret-by-mistake");
  error.mockRestore();
});
