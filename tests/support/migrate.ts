import type { D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";

/**
 * The tables of a test file's own databases, made in one batch: one migration after the other, each statement a call
 * of its own, takes longer than most files' tests. Files that share a database find them there.
 */
const { MIGRATIONS } = env as unknown as { MIGRATIONS: D1Migration[] };
const [there] = await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'users'").raw();
if (!there) {
  const { refuseUnkept } = await import("./refuse-unkept");
  const queries = [...MIGRATIONS.flatMap(({ queries }) => queries), ...refuseUnkept()];
  await env.DB.batch(queries.map((query) => env.DB.prepare(query)));
}
