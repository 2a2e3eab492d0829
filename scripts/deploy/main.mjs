import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { run, say } from "../local-world.mjs";
import { buildFor, configure, markVersion } from "./build.mjs";
import { faultsOf } from "./checks.mjs";
import { Questions } from "./questions.mjs";
import { rehearse } from "./rehearsal.mjs";
import { backTo, release } from "./release.mjs";
import {
  keysFileOf,
  readSecrets,
  replaceSecret,
  settleKeys,
  settleToken,
  tokenFileOf,
  writeSecret,
} from "./secrets.mjs";
import { configurationOf, openSettings, PRODUCTION } from "./settings.mjs";
import { lookAround, makeMissing, planOf, unseen } from "./world.mjs";
import { Wrangler } from "./wrangler.mjs";

const USAGE = `npm run deploy                 makes what is missing at Cloudflare, builds, migrates, deploys and tries it
npm run deploy -- --dry-run    does all of it on this machine, and nothing at Cloudflare
  --settings <file>    the environment, by the name of its file: deploy/staging.toml is staging; if left out, ${PRODUCTION}
  --secrets <file>     lines as in .dev.vars.example; - is standard input. Without it keys are made for a first deployment
  --yes                asks nothing
  --wrangler <program> another wrangler than the project's
  --at <address>       where the smoke journey sends its requests, if not to APP_ORIGIN`;

const OPTIONS = {
  "dry-run": { type: "boolean", default: false },
  settings: { type: "string", default: PRODUCTION },
  secrets: { type: "string" },
  yes: { type: "boolean", default: false },
  wrangler: { type: "string" },
  at: { type: "string" },
  help: { type: "boolean", short: "h" },
};

const began = Date.now();
let questions = null;

try {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) console.log(USAGE);
  else await deploy(values);
} catch (error) {
  console.error(error.code?.startsWith("ERR_PARSE_ARGS") ? `${error.message}\n\n${USAGE}` : error.message);
  process.exitCode = 1;
} finally {
  questions?.close();
}

async function deploy({ "dry-run": isDry, ...words }) {
  const settings = readSettings(words.settings);
  const { given, wrong } = readSecrets(words.secrets);
  if (process.stdin.isTTY && words.secrets !== "-" && !words.yes) questions = new Questions();
  const answered = (await questions?.settings(settings)) ?? 0;
  if (answered > 0) say(`Written to ${settings.path}`);

  const wrangler = new Wrangler(words.wrangler);
  const world = isDry ? unseen(settings, given) : await lookAround(wrangler, settings, given, questions);
  const known = world.worker?.secrets ?? [];
  const { VAULT_KEY_ID: keyId } = configurationOf(settings).vars;
  const isNew = world.needed.every(({ kind, id }) => kind !== "database" || id === null);
  const keys = settleKeys(settings, given, { known, isNew: isNew || isDry, keyId });
  const health = settleToken(settings, given, { known });
  const toldSecrets = { ...(known.includes("TURNSTILE_SECRET") && { TURNSTILE_SECRET: "known" }), ...given };
  const inSettings = await faultsOf(settings, configurationOf(settings), toldSecrets, world);
  stopAt([...inSettings, ...wrong, ...keys.wrong, ...health.wrong, ...world.wrong]);

  console.log(planOf(settings, world, given, { keys, health }, isDry));
  if (!isDry && !words.yes) {
    if (!questions) throw new Error("Nothing was made. With --yes all of this is made and deployed");
    if (!(await questions.isWanted("Make this and deploy?"))) throw new Error("Nothing was made");
  }

  const { folder, build, isNew: isBuilt } = buildFor(settings.environment, configurationOf(settings));
  say(isBuilt ? "Built" : "Built before, from the same sources and settings");
  const mark = markVersion(build);
  const secrets = {
    ...given,
    ...(keys.keys && { VAULT_KEYS: keys.keys }),
    ...(health.isSent && { HEALTH_TOKEN: health.token }),
  };
  if (isDry) {
    const configuration = configurationOf(settings);
    const path = configure(build, configuration);
    await rehearse(wrangler, { settings, configuration, folder, build, path, secrets, mark, health });
    tellEnd(
      `Nothing was made at Cloudflare. To deploy: npm run deploy${settings.path === PRODUCTION ? "" : ` -- --settings ${settings.path}`}`,
    );
    return;
  }
  if (keys.isMade) writeSecret(keysFileOf(settings), keys.keys);
  if (health.isMade) writeSecret(tokenFileOf(settings), health.token);
  if (health.isReplaced) replaceSecret(tokenFileOf(settings), health.token);
  await makeMissing(wrangler, settings, world, secrets);
  const configuration = configurationOf(settings);
  const path = configure(build, configuration);
  const other = words.wrangler ? ["--wrangler", words.wrangler] : [];
  run("node", ["scripts/migrate.mjs", "--remote", "--settings", settings.path, ...other]);
  say(`${configuration.d1_databases.length} databases have their tables`);
  const { worker, locks } = world;
  const more = { secrets, mark, health, locks, at: words.at };
  const version = await release(wrangler, { worker, configuration, path, build, ...more });
  tellEnd(`Version ${version} is at ${configuration.vars.APP_ORIGIN}/`);
  if (existsSync(keysFileOf(settings))) {
    console.log(`
Keep ${keysFileOf(settings)} outside Cloudflare, and not on this machine alone: Cloudflare shows no secret again, and
without these keys no text and no backup can ever be read.`);
  }
  if (health.isMade) console.log(`\nWhat asks /healthz?deep gets its token from ${tokenFileOf(settings)}.`);
  const back = worker && backTo(worker.version, configuration.name);
  console.log(back ? `\nTo go back: ${back}` : "\nThis is the first version: there is none to go back to.");
}

function readSettings(path) {
  try {
    return openSettings(path);
  } catch (error) {
    throw new Error(`Nothing was made. ${error.message}`);
  }
}

/** Names everything that is wrong at once. */
function stopAt(wrong) {
  if (wrong.length === 0) return;
  throw new Error(`Nothing was made. To correct first:\n${wrong.map((each) => `- ${each}`).join("\n")}`);
}

function tellEnd(end) {
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  console.log(`\n${end}\n${minutes} minutes, ${questions?.count ?? 0} questions`);
}
