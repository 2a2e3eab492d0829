#!/usr/bin/env node
import { existsSync, readFileSync, writeFileSync } from "node:fs";
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
  ...{ loggedIn: true, calls: [], made: 0 },
  ...{
    databases: [],
    namespaces: [],
    buckets: [],
    queues: [],
    worker: null,
    failing: [],
  },
};
const state = existsSync(file) ? { ...EMPTY, ...JSON.parse(readFileSync(file, "utf8")) } : EMPTY;
function answer() {
  const known = Object.keys(COMMANDS).find((name) => positionals.join(" ").startsWith(name));
  if (!known) return refuse(`Unknown arguments: ${args.join(", ")}`);
  const rest = positionals.slice(known.split(" ").length);
  if (!state.loggedIn) return refuse("You are not authenticated. Run `wrangler login`");
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

const COMMANDS = {
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
  "r2 bucket info": (name) =>
    state.buckets.some((each) => each.name === name && each.jurisdiction === values.jurisdiction)
      ? print(`name: ${name}`)
      : refuse("The specified bucket does not exist. [code: 10006]"),
  "r2 bucket create": (name) => {
    state.buckets.push({ name, jurisdiction: values.jurisdiction });
    print(`✅ Created bucket '${name}'`);
  },
  "queues info": (name) =>
    state.queues.includes(name) ? print(`Queue Name: ${name}`) : refuse(`Queue "${name}" does not exist.`),
  "queues create": (name) => {
    state.queues.push(name);
    print(`✅ Created queue '${name}'`);
  },
  "deployments status": () =>
    state.worker
      ? print({ id: newId(), versions: state.worker.versions })
      : refuse("This Worker does not exist on your account. [code: 10007]"),
  "versions upload": () => print(`Worker Version ID: ${newVersion()}`),
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
    print(`Current Version ID: ${version_id}`);
  },
};

process.exitCode = answer();
writeFileSync(file, JSON.stringify(state));
