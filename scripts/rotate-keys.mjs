import { ALL_USAGE, load, openEnvironment, readArguments, reasonOf } from "./environment.mjs";

const USAGE = `npm run rotate-keys    encrypts again, under the key VAULT_KEY_ID, what older keys encrypted; goes on where it was stopped
${ALL_USAGE}`;

const { world, close } = await openEnvironment(readArguments({}, USAGE));
const { rowsUnderOldKeys, rotateKeys } = await load("app/backups/rotate-keys.server.ts");
const { markAllForBackup } = await load("app/account/backups/due.server.ts");
const { listBackups } = await load("app/backups/stored.server.ts");

try {
  const left = await rotateAll();
  if (left.length > 0) {
    for (const { table, rows } of left) console.error(`${table.padEnd(20)} ${rows} still need an older key`);
    throw new Error(
      "Keep all keys. What can be undone, or is on its way in, is free within a day: then run this again",
    );
  }
  console.log("Nothing in the database needs an older key.");
  await printOldestBackup();
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
} finally {
  await close();
}

/** @returns what is left under older keys */
async function rotateAll() {
  for await (const done of rotateKeys(world.db, world.vault)) {
    console.log(
      `${done.table.padEnd(20)} ${done.rows} encrypted again${done.unopened ? `, ${done.unopened} opened by none of the keys` : ""}`,
    );
  }
  // The backups of the next night need the new key alone.
  await markAllForBackup(world.db, world.now);
  return rowsUnderOldKeys(world.db, world.vault);
}

/** Backups in the store are not encrypted again: each is deleted in time, 35 days after the one that follows it. */
async function printOldestBackup() {
  let oldest = null;
  for await (const page of listBackups(world.objects)) {
    for (const { made_at } of page) oldest = Math.min(oldest ?? made_at, made_at);
  }
  if (oldest === null) return;
  console.log(`The oldest backup in the store was made at ${new Date(oldest).toISOString()}.`);
  console.log("Keep older keys until it was made after the first run that left nothing in the database.");
}
