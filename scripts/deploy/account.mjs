import { jsonIn } from "./wrangler.mjs";

/**
 * The account to deploy to, as wrangler is logged in.
 * @returns its id, or what is wrong; `accounts` where there are several and none is named
 */
export async function findAccount(wrangler, account_id) {
  let who = { loggedIn: false };
  try {
    who = await wrangler.json("whoami", "--json");
  } catch (error) {
    if (error.code === "ENOENT") return { wrong: [`There is no program ${wrangler.program}`] };
    // Nobody is logged in: wrangler says so, and ends with an error.
    if (!error.output?.includes('"loggedIn"')) return { wrong: [error.message] };
  }
  if (!who.loggedIn) return { wrong: ["Nobody is logged in at Cloudflare: npx wrangler login"] };
  const accounts = who.accounts.map(({ id, name }) => ({ id, name }));
  if (account_id && !accounts.some(({ id }) => id === account_id)) {
    return { wrong: [`account_id ${account_id} is none of the accounts of ${who.email}`] };
  }
  if (!account_id && accounts.length > 1) return { wrong: [], accounts };
  return { wrong: [], account_id: account_id ?? accounts[0]?.id };
}

/**
 * Everything at Cloudflare that a configuration needs. `place` goes to the command that makes it.
 * @returns of each its kind, its name there, and the binding that its id is kept under
 */
export function needs({ name, d1_databases, r2_buckets, kv_namespaces, queues, vars }, placeOf) {
  const lockedDaysOf = (binding) => vars.REGIONS.find(({ bucket }) => bucket === binding)?.locked_days ?? 0;
  const dead = queues.consumers.map((each) => each.dead_letter_queue);
  const named = [...queues.producers, ...queues.consumers].map(({ queue }) => queue);
  return [
    ...d1_databases.map(({ binding, database_name }) => {
      return { kind: "database", name: database_name, binding, place: placeOf("database", binding) };
    }),
    ...r2_buckets.map(({ binding, bucket_name }) => {
      return {
        kind: "bucket",
        name: bucket_name,
        place: placeOf("bucket", binding),
        lockedDays: lockedDaysOf(binding),
      };
    }),
    ...[...new Set([...named, ...dead])].filter(Boolean).map((queue) => ({ kind: "queue", name: queue })),
    ...kv_namespaces.map(({ binding }) => ({ kind: "namespace", name: `${name}-${binding.toLowerCase()}`, binding })),
  ];
}

/**
 * Looks which of them are there.
 * @param ids those that the settings have
 * @returns the needs, each with the id that it has or null, and what is wrong: what cannot be looked at, an id that the
 * account does not have, a database that lies elsewhere
 */
export async function lookFor(wrangler, all, ids) {
  const wrong = [];
  const look = (what, asked) =>
    asked.catch((error) => {
      wrong.push(`${what} cannot be looked at: ${error.message}`);
      return [];
    });
  const jurisdictions = [
    ...new Set(all.filter(({ kind }) => kind === "bucket").map(({ place }) => place.jurisdiction)),
  ];
  const queues = all.filter(({ kind }) => kind === "queue").map(({ name }) => name);
  const [databases, namespaces, queued, ...buckets] = await Promise.all([
    look("D1 databases", wrangler.json("d1", "list", "--json")),
    look("KV namespaces", wrangler.json("kv", "namespace", "list")),
    look("Queues", listQueues(wrangler, queues)),
    ...jurisdictions.map((each) => look("R2 buckets", listBuckets(wrangler, each))),
  ]);
  const found = {
    database: databases.map(({ uuid, name, jurisdiction }) => ({ id: uuid, name, jurisdiction })),
    namespace: namespaces.map(({ id, title }) => ({ id, name: title })),
    queue: queued.map((name) => ({ id: name, name })),
    bucket: buckets.flat(),
  };
  const needed = all.map((need) => {
    const known = need.binding && ids[need.binding];
    const there = found[need.kind].find((each) => (known ? each.id === known : isSame(each, need)));
    if (known && !there) wrong.push(`${need.binding}: the account has no ${need.kind} with the id ${known}`);
    // Of an older database Cloudflare may not say where it lies.
    if (there?.jurisdiction && there.jurisdiction !== need.place.jurisdiction) {
      wrong.push(`${need.name} lies in ${there.jurisdiction}, and its region in ${whereOf(need)}`);
    }
    return { ...need, id: there?.id ?? null };
  });
  return { needed, wrong };
}

function isSame(each, { name, kind, place }) {
  return each.name === name && (kind !== "bucket" || each.place === place.jurisdiction);
}

/** The names of buckets of one jurisdiction, or of those without any. */
async function listBuckets(wrangler, jurisdiction) {
  const said = await wrangler.say("r2", "bucket", "list", ...(jurisdiction ? ["--jurisdiction", jurisdiction] : []));
  return [...said.matchAll(/^name:\s+(\S+)/gm)].map(([, name]) => ({ id: name, name, place: jurisdiction }));
}

/** Those of the wanted queues that are there: wrangler prints a table a page. */
async function listQueues(wrangler, wanted) {
  const found = new Set();
  for (let page = 1, before = ""; wanted.some((name) => !found.has(name)); page += 1) {
    const said = await wrangler.say("queues", "list", "--page", String(page));
    const cells = said.split(/[\s│|]+/);
    // Without rows, or the same rows again, the list has ended.
    if (said === before || !cells.some((cell) => /^[0-9a-f]{32}$/.test(cell))) break;
    for (const cell of cells) if (wanted.includes(cell)) found.add(cell);
    before = said;
  }
  return [...found];
}

/** Where a need is put, in words. */
export function whereOf({ place }) {
  if (!place) return "";
  return place.jurisdiction ? `the jurisdiction ${place.jurisdiction}` : `${place.hint} (not guaranteed)`;
}

/** Makes one of the needs. @returns its id, where it has one of its own */
export async function make(wrangler, { kind, name, place }) {
  const where = place?.jurisdiction ? ["--jurisdiction", place.jurisdiction] : place ? ["--location", place.hint] : [];
  if (kind === "queue") await wrangler.say("queues", "create", name);
  if (kind === "bucket") await wrangler.say("r2", "bucket", "create", name, ...where);
  if (kind === "namespace") {
    await wrangler.say("kv", "namespace", "create", name);
    return (await wrangler.json("kv", "namespace", "list")).find(({ title }) => title === name)?.id;
  }
  if (kind === "database") {
    await wrangler.say("d1", "create", name, ...where);
    return (await wrangler.json("d1", "list", "--json")).find((each) => each.name === name)?.uuid;
  }
  return name;
}

/**
 * The Worker as it is now.
 * @returns the names of its secrets, and the version that most requests go to; null where there is no Worker yet
 */
export async function findWorker(wrangler, name) {
  try {
    const secrets = await wrangler.json("secret", "list", "--name", name);
    const { versions } = jsonIn(await wrangler.say("deployments", "status", "--name", name, "--json"));
    const [most] = versions.toSorted((one, other) => other.percentage - one.percentage);
    return { secrets: secrets.map((each) => each.name), version: most.version_id };
  } catch (error) {
    if (/Worker "[^"]*" not found|has no deployments/.test(error.message)) return null;
    throw error;
  }
}
