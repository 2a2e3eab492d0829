/** The lock on the backups in a bucket: R2 refuses to delete or to replace what it locks, whoever asks. */

/** Where backups are. What is beside them, such as the notes of deleted accounts, has to stay free. */
const PREFIX = "users/";
const NAME = "backups";

/**
 * Compares the locks of the buckets that are there with the `locked_days` of their regions.
 * @param needed as `lookFor` gives them
 * @returns the buckets, there or yet to be made, that a lock is to be added to, and what is wrong
 */
export async function lookAtLocks(wrangler, needed) {
  const buckets = needed.filter(({ kind }) => kind === "bucket");
  const looks = await Promise.all(
    buckets
      .filter(({ id }) => id !== null)
      .map(async (bucket) => ({ bucket, rules: await listRules(wrangler, bucket) })),
  );
  const wrong = looks.flatMap(({ bucket, rules }) => wrongRules(bucket, rules));
  const locked = looks.filter(({ rules }) => rules.length > 0).map(({ bucket }) => bucket);
  return { locks: locksToAdd(buckets).filter((bucket) => !locked.includes(bucket)), wrong };
}

/** Those that are to have a lock. */
export function locksToAdd(needed) {
  return needed.filter(({ kind, lockedDays }) => kind === "bucket" && lockedDays > 0);
}

export function addLock(wrangler, { name, lockedDays, place }) {
  const days = ["--retention-days", String(lockedDays)];
  return wrangler.say("r2", "bucket", "lock", "add", name, NAME, PREFIX, ...days, ...inJurisdiction(place));
}

/** The rules of a bucket, which wrangler prints for people: a line a fact, and an empty line between two rules. */
async function listRules(wrangler, { name, place }) {
  const said = await wrangler.say("r2", "bucket", "lock", "list", name, ...inJurisdiction(place));
  return said
    .split(/\n\s*\n/)
    .map((rule) => Object.fromEntries([...rule.matchAll(/^(\w+): +(.*)$/gm)].map(([, what, value]) => [what, value])))
    .filter((rule) => "condition" in rule);
}

/** Another lock than the one of the settings is not replaced: whoever made it meant it. */
function wrongRules({ name, lockedDays, place }, rules) {
  const wanted = { prefix: PREFIX, enabled: "Yes", condition: `after ${lockedDays} day${lockedDays === 1 ? "" : "s"}` };
  const others = rules.filter((rule) => Object.keys(wanted).some((what) => rule[what] !== wanted[what]));
  const where = inJurisdiction(place).join(" ");
  return others.map((rule) => {
    const is = `${name} has the lock ${rule.name} on ${rule.prefix}, ${rule.condition}${rule.enabled === "Yes" ? "" : ", switched off"}`;
    const remove = `npx wrangler r2 bucket lock remove ${name} --name ${rule.name} ${where}`.trimEnd();
    return `${is}, and locked_days of its region is ${lockedDays}: change locked_days, or end the lock (${remove})`;
  });
}

function inJurisdiction({ jurisdiction }) {
  return jurisdiction ? ["--jurisdiction", jurisdiction] : [];
}
