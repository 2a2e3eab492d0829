import { ELSEWHERE, ELSEWHERE_USAGE, readElsewhere } from "./elsewhere.mjs";
import { ALL_USAGE, load, openEnvironment, readArguments, reasonOf, refuse } from "./environment.mjs";

const USAGE = `npm run restore -- --list                       whose backups there are
npm run restore -- --user=<username or reference>
npm run restore -- --all
  --day 2026-11-20   as it was at that night's backup, or the last one before it; without it the newest
  --replace          also users whose account is there: their diary becomes that of the backup
  --from <where>     from the copies that npm run copy-backups made: s3://bucket/folder, or a folder of this machine
${ELSEWHERE_USAGE}
${ALL_USAGE}`;

const words = readArguments(
  {
    list: { type: "boolean" },
    user: { type: "string" },
    all: { type: "boolean" },
    day: { type: "string" },
    replace: { type: "boolean" },
    from: { type: "string" },
    ...ELSEWHERE,
  },
  USAGE,
);
const { user, day } = words;
const acts = [words.list, words.all, user !== undefined].filter(Boolean).length;
if (acts !== 1) refuse("Say one of --list, --user and --all", USAGE);
if (day !== undefined && !isDay(day)) refuse(`--day ${day} is no date: write it as 2026-11-20`, USAGE);
/** Null where the backups are those of the store itself. */
const copies = words.from === undefined ? null : readElsewhere(words.from, words, USAGE);

const { world, close } = await openEnvironment(words);
/** Where backups are read. */
const store = copies ?? world.objects;
const { BackupFileError } = await load("app/data/records/lines.server.ts");
const { chooseBackup, storedBackups, usersInStore } = await load("app/backups/stored.server.ts");
const { backedUpRows, findUser, isDeleted, usernameInBackup, restoreUser } = await load(
  "app/backups/restore.server.ts",
);

try {
  if (words.list) await list();
  else await restore();
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
} finally {
  await close();
}

/** Whether a text is a real date: one such as 30 February is parsed as another day. */
function isDay(text) {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

async function list() {
  for (const ref of await usersInStore(store)) {
    const days = (await storedBackups(store, ref)).map((each) => each.day);
    const newest = await chooseBackup(store, ref);
    if (!newest) continue;
    const name = await usernameInBackup({ ...world, objects: store }, newest).catch(() => "cannot be opened");
    console.log(`${ref}  ${name.padEnd(30)}  ${days.length} backups, ${days[0]} to ${newest.day}`);
  }
}

async function restore() {
  const refs = words.all ? await usersInStore(store) : [await refOf(user)];
  if (refs.length === 0) throw new Error("The store has no backups");
  for (const ref of refs) {
    try {
      console.log(`${ref}  ${await restoreOne(ref)}`);
    } catch (error) {
      console.error(`${ref}  not restored, and left as it was: ${reasonOf(error)}`);
      process.exitCode = 1;
    }
  }
}

/** The reference of the user that was asked for; without an account it is one already. */
async function refOf(name) {
  return (await findUser(world.db, name))?.unique_ref ?? name;
}

async function restoreOne(ref) {
  const backup = await chooseBackup(store, ref, day);
  if (!backup) throw new Error(day ? `There is no backup of ${day} or before` : "There is no backup");
  const account = await findUser(world.db, ref);
  if (account && !words.replace) {
    if (words.all) return "is there, and was left alone; --replace puts the diary of the backup in place of theirs";
    throw new Error("The account is there. With --replace its diary becomes that of the backup");
  }
  if (!account && (await isDeleted(world.db, [store, world.objects], ref))) {
    // Not a failure of --all: the next daily cron deletes what is left of these backups.
    if (words.all) return "was deleted by its user, and stays so";
    throw new Error("The account was deleted by its user, and stays so");
  }
  await readWhole({ ...world, objects: store }, backup);
  // With the present time: a backup that began before it does not contain the restored rows.
  const { part, rows } = await restoreUser({ ...world, now: Date.now() }, backup, store);
  const what = part === "all" ? "account and diary" : "diary; what opens the account stays as it is";
  return `restored as of ${backup.day}: ${what}, ${rows} rows read`;
}

/**
 * Reads a backup to its end before anything is changed. Throws an error that says which backup is unusable, and what to
 * do instead.
 */
async function readWhole(world, backup) {
  try {
    for await (const _ of backedUpRows(world, backup));
  } catch (error) {
    const { userRef, day: bad } = backup;
    const before = (await storedBackups(world.objects, userRef)).filter((each) => each.day < bad).at(-1);
    const instead = before
      ? `Take the one before it: npm run restore -- --user=${userRef} --day ${before.day}${words.replace ? " --replace" : ""}`
      : "There is none before it";
    throw new Error(`The backup of ${bad} cannot be read: ${faultOf(error)}. ${instead}`);
  }
}

/** Message of our own errors about a backup; an error of ciphers or parsers is described by what it means. */
function faultOf(error) {
  const isOurs = error instanceof BackupFileError || (error.constructor === Error && error.code === undefined);
  return isOurs ? error.message : `it is damaged, cut off, or not theirs (${reasonOf(error)})`;
}
