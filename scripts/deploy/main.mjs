import { parseArgs } from "node:util";
import { say } from "../local-world.mjs";
import { buildFor, configure, migrate, rehearse } from "./build.mjs";
import { release, runningVersion } from "./release.mjs";
import { makeMissing, settleSecrets } from "./resources.mjs";
import { configurationOf, faultsOf, openSettings } from "./settings.mjs";
import { openWrangler } from "./wrangler.mjs";

const USAGE = `npm run deploy -- <region>              makes what is missing at Cloudflare, builds, migrates, deploys and tries it
npm run deploy -- <region> --dry-run    builds, migrates and tries it on this machine, and makes nothing at Cloudflare
  --settings <folder>   has <region>.toml and <region>.secrets.json, if not deploy
  --wrangler <program>  another wrangler than the project's
  --at <address>        where the smoke journey sends its requests, if not to APP_ORIGIN`;

const OPTIONS = {
  "dry-run": { type: "boolean", default: false },
  settings: { type: "string", default: "deploy" },
  wrangler: { type: "string" },
  at: { type: "string" },
};

export async function main(args) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    if (positionals.length !== 1) throw new Error(USAGE);
    await deploy(positionals[0], values);
  } catch (error) {
    console.error(error.code?.startsWith("ERR_PARSE_ARGS") ? `${error.message}\n\n${USAGE}` : error.message);
    process.exitCode = 1;
  }
}

async function deploy(region, { "dry-run": isDry, settings: folder, wrangler: program, at }) {
  const settings = openSettings(region, folder);
  const configuration = configurationOf(settings);
  const wrong = await faultsOf(settings, configuration);
  if (wrong.length > 0) throw new Error(["Nothing was made. To correct first:", ...wrong].join("\n- "));
  const wrangler = openWrangler(program);
  if (isDry) {
    const build = buildFor(settings, configuration);
    await rehearse(wrangler, build, configure(build, configuration), settings.secrets);
    console.log("\nNothing was made at Cloudflare");
    return;
  }
  const running = runningVersion(wrangler, configuration.name);
  settleSecrets(wrangler, settings, configuration, running);
  const ids = makeMissing(wrangler, settings, configuration);
  const build = buildFor(settings, configuration);
  const path = configure(build, configurationOf(settings, ids));
  migrate(wrangler, path, "--remote");
  const version = await release(wrangler, { running, settings, configuration, path, build, at });
  console.log(`\nVersion ${version} is at ${configuration.vars.APP_ORIGIN}/`);
  if (running) say(`To go back: npx wrangler rollback ${running} --name ${configuration.name}`);
  else say(`Keep ${settings.secretsFile} outside Cloudflare: without it no text and no backup can ever be read`);
}
