import { ELSEWHERE, ELSEWHERE_USAGE, readElsewhere } from "./elsewhere.mjs";
import { load, openEnvironment, PLACE_USAGE, readArguments, reasonOf, refuse } from "./environment.mjs";

const USAGE = `npm run copy-backups -- --to s3://bucket/folder --endpoint https://… --access-file <path>
npm run copy-backups -- --to <folder>
  Copies the backups that are not there yet, encrypted as they are, and removes copies that have had
  their time or whose users deleted their account. Stopped, it goes on where it stood.
  --day 2026-11-20       of that night alone
  --check                reads every copy that is there, and replaces those that are damaged
${ELSEWHERE_USAGE}
${PLACE_USAGE}`;

/** Users whose deletion is asked for in one statement. */
const AT_ONCE = 500;

const words = readArguments(
  { to: { type: "string" }, day: { type: "string" }, check: { type: "boolean" }, ...ELSEWHERE },
  USAGE,
);
if (words.to === undefined) refuse("Say --to", USAGE);
if (words.day !== undefined && !/^\d{4}-\d\d-\d\d$/.test(words.day)) refuse("Write --day as 2026-11-20", USAGE);
const store = readElsewhere(words.to, words, USAGE);
const { world, close } = await openEnvironment(words, { withKeys: false });
const { noteDeletion, notedAmong } = await load("app/account/deletion/deletion-notes.server.ts");
const { copyBackups, copyOf, objectsIn, outdatedCopies } = await load("app/backups/copies.server.ts");
const { deletedAmong } = await load("app/backups/stored.server.ts");
const { londonToday } = await load("app/platform/time/london.ts");

try {
  await copyAll();
  await removeOutdated();
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
} finally {
  await close();
}

async function copyAll() {
  const counts = { copied: 0, there: 0, gone: 0, failed: 0 };
  let total = 0;
  for await (const { key, outcome, bytes, error } of copyBackups(world.objects, store, {
    day: words.day,
    isThorough: words.check,
  })) {
    counts[outcome] += 1;
    total += bytes;
    if (outcome === "failed") console.error(`${key}  not copied: ${reasonOf(error)}`);
  }
  console.log(`${counts.copied} copied (${(total / 1e6).toFixed(1)} MB), ${counts.there} were there`);
  if (counts.failed > 0) process.exitCode = 1;
}

/** A store that is locked refuses: the next run tries again. */
async function removeOutdated() {
  const copies = [];
  for await (const { key } of objectsIn(store)) copies.push(copyOf(key));
  const deleted = await deletedUsers([...new Set(copies.map(({ userRef }) => userRef))]);
  const [counts, noted] = [{ removed: 0, refused: 0 }, new Set()];
  for (const { key, userRef } of outdatedCopies(copies, londonToday(Date.now()), deleted)) {
    if (deleted.has(userRef) && !noted.has(userRef)) await noteDeletion(store, userRef);
    noted.add(userRef);
    try {
      await store.delete(key);
      counts.removed += 1;
    } catch (error) {
      if (error.status !== 403) throw error;
      counts.refused += 1;
    }
  }
  if (counts.removed > 0) console.log(`${counts.removed} removed, since they have had their time`);
  if (counts.refused > 0) console.log(`${counts.refused} to be removed are still locked: the next run tries again`);
}

/** Those of these users whose deletion the database has on record, or the copies have a note of. */
async function deletedUsers(refs) {
  const found = new Set();
  for (let at = 0; at < refs.length; at += AT_ONCE) {
    for (const ref of await deletedAmong(world.db, refs.slice(at, at + AT_ONCE))) found.add(ref);
  }
  for (const ref of await notedAmong(store, refs)) found.add(ref);
  return found;
}
