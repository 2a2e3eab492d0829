import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { databaseContext } from "~/platform/db/database.server";
import { withNote } from "~/platform/http/request-note.server";
import { answer } from "../../workers/answer";
import { NOW } from "../support/harness";

type Route = Parameters<typeof answer>[1]["route"];

test("a page is answered from the database, and the local world makes it fail as its cookie says", async () => {
  const read: Route = async (_request, context) =>
    Response.json(await context.get(databaseContext).all(sql`SELECT 1 AS n`));
  const ask = (Cookie: string) => {
    const by = { env, execution: { waitUntil: () => {} }, now: NOW, route: read };
    return withNote(() => answer(new Request("http://daybook.test/logbook/", { headers: { Cookie } }), by));
  };
  expect(await (await ask("")).json()).toEqual([{ n: 1 }]);
  await expect(ask("fault=all")).rejects.toThrow();
});
