import { ALL_USAGE, load, openEnvironment, readArguments, reasonOf } from "./environment.mjs";

const USAGE = `npm run move -- --user=<username or reference> --to <code of a region>
  Again after it was stopped or killed, it ends the move or begins it anew.
${ALL_USAGE}`;

const words = readArguments({ user: { type: "string" }, to: { type: "string" } }, USAGE);
if (words.user === undefined || words.to === undefined) {
  console.error(`Say --user and --to\n\n${USAGE}`);
  process.exit(2);
}

const { worlds, close } = await openEnvironment(words);
const { findHome } = await load("app/backups/home.server.ts");
const { findMove } = await load("app/backups/moving/runs.server.ts");
const { askForMove } = await load("app/backups/moving/ask.server.ts");
const { moveUser } = await load("app/backups/moving/move-user.server.ts");

try {
  console.log(await move());
} catch (error) {
  console.error(`Not moved: ${reasonOf(error)}`);
  process.exitCode = 1;
} finally {
  await close();
}

async function move() {
  const to = worlds.find(({ db }) => db.region === words.to);
  if (!to) throw new Error(`There is no region ${words.to}: ${worlds.map(({ db }) => db.region).join(", ")}`);
  const home = await findHome(worlds, words.user);
  if (!home) throw new Error("No region has this user");
  const { userRef: ref, world: from } = home;
  if (!home.isThere) throw new Error(`${ref} lives in ${from.name}, and has no account there: restore it first`);
  if (from === to) return `${ref}  is in ${to.name} already`;
  // With the present time, since opening the regions takes a while.
  const now = Date.now();
  await askForMove(from.db, ref, to.db.region, now);
  const asked = await findMove(from.db, ref);
  if (!asked) throw new Error("An administrator cannot be moved. Give the account another level first");
  if (asked.other !== to.db.region) throw new Error(`The user is on the way to ${asked.other}: end that move first`);
  const { directory, vault } = from;
  if (await moveUser({ directory, vault, now, from, to }, ref)) return `${ref}  moved to ${to.name}`;
  throw new Error("Another run is at work, or has died within the last five minutes. Try again after that");
}
