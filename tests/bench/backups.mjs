import { cloneDiary } from "./clones.mjs";
import { signInCrowd } from "./crowd.mjs";
import { grow } from "./grown.mjs";
import { openHeap } from "./heap.mjs";
import { askOnce, serveBuild } from "./serve.mjs";
import { databaseFile } from "./storage.mjs";
import { BUILD, emptyWorld } from "./world.mjs";

/** As many as the queue gives out at once: `max_concurrency` of `daybook-bulk-jobs`. */
export const AT_ONCE = 10;
export const YEARS_BACKED_UP = 10;
const soon = () => new Promise((resume) => setTimeout(resume, 20, false));

/**
 * Backups of so many users at once in one isolate, each of a busy diary of ten years.
 * @returns bytes of the heap: `before`, live; `most` while they were made, garbage included; `after`, live
 */
export async function heapOfBackups() {
  const world = emptyWorld("load");
  const maker = await serveBuild(BUILD, world.state, world.bindings);
  const template = await grow(maker, YEARS_BACKED_UP);
  const users = await signInCrowd(maker, AT_ONCE);
  await maker.stop();
  cloneDiary(
    databaseFile(world.state),
    template.user_id,
    users.map(({ id }) => id),
  );

  const daybook = await serveBuild(BUILD, world.state, world.bindings, { inspectorPort: 0 });
  const heap = await openHeap(await daybook.inspector(), () => askOnce(`${daybook.url}/login/`));
  const backups = await planBackups(daybook, users);
  const before = await heap.live();
  const began = performance.now();
  const making = Promise.all(backups.map((ref) => daybook.job("daybook-bulk-jobs", { kind: "back-up-user", ref })));
  const isMade = making.then(() => true);
  let most = before;
  do most = Math.max(most, await heap.used());
  while (!(await Promise.race([isMade, soon()])));
  const ms = performance.now() - began;
  const db = await daybook.database();
  const made = await db
    .prepare("SELECT count(*) AS n, min(records) AS records FROM backups WHERE state = 'made'")
    .first();
  if (made.n !== AT_ONCE) throw new Error(`${made.n} of ${AT_ONCE} backups were made`);
  const after = await heap.live();
  heap.close();
  await daybook.stop();
  return { before, most, after, ms, records: made.records };
}

/** Plans a backup of each user, as the night would. @returns their references */
async function planBackups(server, users) {
  const db = await server.database();
  const now = Date.now();
  // Changed a day ago: nobody is saving.
  const mark = db.prepare("UPDATE users SET changed_at = ?2 WHERE id = ?1");
  const plan = db.prepare(
    `INSERT INTO backups (unique_ref, user_ref, day, state, created_at, updated_at)
     SELECT ?2, unique_ref, '2026-01-01', 'waiting', ?3, ?3 FROM users WHERE id = ?1`,
  );
  const refs = users.map(({ id }) => `backup-${id}`);
  await db.batch(users.flatMap(({ id }, at) => [mark.bind(id, now - 24 * 60 * 60_000), plan.bind(id, refs[at], now)]));
  return refs;
}
