#!/usr/bin/env node
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

/**
 * Answers as wrangler 4 does when it talks to Cloudflare, which is outside, and keeps what the account has in the file
 * STAND_IN_STATE. Output is as its commands print it.
 */
const file = process.env.STAND_IN_STATE;
const args = process.argv.slice(2);
const FLAGS = ["json", "yes", "remote"];
const named = [...args.join(" ").matchAll(/--([a-z-]+)/g)].map(([, name]) => name);
const options = Object.fromEntries(named.map((name) => [name, { type: FLAGS.includes(name) ? "boolean" : "string" }]));
const { values, positionals } = parseArgs({ args, options, allowPositionals: true });

const EMPTY = {
  ...{ accounts: [{ id: "a".repeat(32), name: "Surgeons" }], loggedIn: true, calls: [], made: 0 },
  ...{
    databases: [],
    namespaces: [],
    buckets: [],
    locks: {},
    zones: ["surgeons.org"],
    queues: [],
    widgets: [],
    mail: [],
    worker: null,
    failing: [],
  },
};
// Commands that only look run side by side.
const held = `${file}.held`;
while (!hold()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
const state = existsSync(file) ? { ...EMPTY, ...JSON.parse(readFileSync(file, "utf8")) } : EMPTY;
function hold() {
  try {
    mkdirSync(held);
    return true;
  } catch {
    return false;
  }
}

function answer() {
  const known = Object.keys(COMMANDS).find((name) => positionals.join(" ").startsWith(name));
  if (!known) return refuse(`Unknown arguments: ${args.join(", ")}`);
  const rest = positionals.slice(known.split(" ").length);
  state.calls.push([known, ...rest, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join(" "));
  if (state.failing.includes(known)) return refuse("A request to the Cloudflare API failed.");
  return COMMANDS[known](...rest) ?? 0;
}

function refuse(text) {
  console.error(`\n✘ [ERROR] ${text}\n\n\n🪵  Logs were written to "/tmp/wrangler-2026.log"`);
  return 1;
}

function print(value) {
  console.log(typeof value === "string" ? value : JSON.stringify(value, null, 2));
}

/** A table of wrangler's. */
function table(rows) {
  for (const row of rows) print(`│ ${row.join(" │ ")} │`);
}

function newId() {
  state.made += 1;
  return String(state.made).padStart(32, "0");
}

function newVersion() {
  const id = newId().replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
  const { name } = JSON.parse(readFileSync(values.config, "utf8"));
  const secrets = values["secrets-file"] ? JSON.parse(readFileSync(values["secrets-file"], "utf8")) : {};
  state.worker = { ...state.worker, name, secrets: { ...state.worker?.secrets, ...secrets } };
  print("Worker Startup Time: 41 ms");
  return id;
}

function record(entry) {
  appendFileSync(process.env.WRANGLER_OUTPUT_FILE_PATH, `${JSON.stringify({ type: "wrangler-session" })}\n`);
  appendFileSync(process.env.WRANGLER_OUTPUT_FILE_PATH, `${JSON.stringify({ version: 1, ...entry })}\n`);
}

const COMMANDS = {
  whoami() {
    print(
      state.loggedIn ? { loggedIn: true, email: "who@surgeons.org", accounts: state.accounts } : { loggedIn: false },
    );
    return state.loggedIn ? 0 : 1;
  },
  "d1 list": () => print(state.databases),
  "d1 create": (name) => {
    state.databases.push({ uuid: newId(), name, jurisdiction: values.jurisdiction ?? null, location: values.location });
    print(`✅ Successfully created DB '${name}'`);
  },
  "d1 migrations apply": () => print("✅ No migrations to apply!"),
  "kv namespace list": () => print(state.namespaces),
  "kv namespace create": (title) => {
    state.namespaces.push({ id: newId(), title });
    print(`🌀 Creating namespace with title "${title}"\n✨ Success!`);
  },
  "r2 bucket list": () => {
    const some = state.buckets.filter(({ jurisdiction }) => jurisdiction === values.jurisdiction);
    print(
      ["Listing buckets...", ...some.map(({ name }) => `name:           ${name}\ncreation_date:  2026-11-24`)].join(
        "\n",
      ),
    );
  },
  "r2 bucket create": (name) => {
    state.buckets.push({ name, jurisdiction: values.jurisdiction });
    print(`✅ Created bucket '${name}'`);
  },
  "r2 bucket lock list": (name) => {
    const rules = (state.locks[name] ?? []).map(({ prefix, days, enabled = "Yes", name: rule }) => {
      return `name:       ${rule}\nenabled:    ${enabled}\nprefix:     ${prefix}\ncondition:  after ${days} days`;
    });
    print(`Listing lock rules for bucket '${name}'...`);
    print(rules.join("\n\n") || `There are no lock rules for bucket '${name}'.`);
  },
  "r2 bucket lock add": (name, rule, prefix) => {
    state.locks[name] = [...(state.locks[name] ?? []), { name: rule, prefix, days: Number(values["retention-days"]) }];
    print(`✨ Added lock rule '${rule}' to bucket '${name}'.`);
  },
  "queues list": () => {
    const rows = values.page === "1" ? state.queues.map((name) => [newId(), name, "2026-11-24"]) : [];
    table([["id", "name", "created_on"], ...rows]);
  },
  "queues create": (name) => {
    state.queues.push(name);
    print(`✅ Created queue '${name}'`);
  },
  "turnstile widget list": () => print(state.widgets.map(({ secret: _, ...each }) => each)),
  "turnstile widget get": (sitekey) => print(state.widgets.find((each) => each.sitekey === sitekey)),
  "turnstile widget create": (name) => {
    state.widgets.push({
      sitekey: `0x4${newId()}`,
      secret: `0x4${newId()}-of-the-widget`,
      name,
      domains: [values.domain],
    });
    print(state.widgets.at(-1));
  },
  "email sending list": (domain) =>
    !state.zones.some((zone) => `.${domain}`.endsWith(`.${zone}`))
      ? refuse(`Could not find a zone for \`${domain}\`.`)
      : state.mail.length === 0
        ? print("No sending subdomains found for this domain.")
        : table(state.mail),
  "email sending enable": (domain) => {
    state.mail.push([domain, "yes", newId()]);
    print(`Email Sending enabled for ${domain} (enabled: true)`);
  },
  "secret list": () => {
    if (!state.worker) return refuse(`Worker "${values.name}" not found.`);
    print(Object.keys(state.worker.secrets).map((name) => ({ name, type: "secret_text" })));
  },
  "deployments status": () => print({ id: newId(), versions: state.worker.versions }),
  "versions upload": () => record({ type: "version-upload", version_id: newVersion() }),
  "versions deploy": (...specs) => {
    state.worker.versions = specs.map((spec) => {
      const [version_id, percentage] = spec.split("@");
      return { version_id, percentage: Number.parseInt(percentage, 10) };
    });
    print("✨ Deployed");
  },
  "triggers deploy": () => print("Deployed triggers"),
  deploy: () => {
    const version_id = newVersion();
    state.worker.versions = [{ version_id, percentage: 100 }];
    record({ type: "deploy", version_id });
  },
};

try {
  process.exitCode = answer();
  writeFileSync(file, JSON.stringify(state));
} finally {
  rmdirSync(held);
}
