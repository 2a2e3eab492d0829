import { load, openOutside, readWords } from "./outside.mjs";

const USAGE = `npm run reseal    seals anew, under the key VAULT_KEY_ID, what older keys sealed; goes on where it was stopped
  --remote           the database of wrangler.toml; without it that of this machine
  --state <folder>   where this machine keeps it, if not in .local/state`;

const { world, close } = await openOutside(readWords({}, USAGE));
const { resealAll } = await load("app/backups/reseal.server.ts");
const { markAllForBackup } = await load("app/accounts/backups/due.server.ts");

try {
  let unopened = 0;
  for await (const done of resealAll(world.db, world.vault)) {
    unopened += done.unopened;
    console.log(
      `${done.table.padEnd(20)} ${done.rows} sealed anew${done.unopened ? `, ${done.unopened} not opened` : ""}`,
    );
  }
  // The backups of the next night need the new key alone.
  await markAllForBackup(world.db, world.now);
  if (unopened > 0) throw new Error(`${unopened} rows are of no key that VAULT_KEYS has: they stay as they are`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await close();
}
