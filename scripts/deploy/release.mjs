import { say } from "../local-world.mjs";
import { MAX } from "../worker-weight.mjs";
import { addLock } from "./locks.mjs";
import { smoke } from "./smoke.mjs";

/** A new name needs a certificate, which may take minutes; a version is everywhere within seconds. */
const PATIENCE_MS = { first: 15 * 60_000, next: 2 * 60_000 };
const PAUSE_MS = 2000;

/**
 * Puts a version up at Cloudflare, tries it, and gives it to everybody: beside the running one at first, which has all
 * requests but ours; in place of nothing, where the Worker is new.
 * @param worker what runs now, or null
 * @param path of the configuration that the build is uploaded with
 * @param mark path of the file that this version alone has
 * @param health the token of /healthz?deep, if it is known, and where it comes from
 * @param locks buckets to lock once everybody has a version that knows of it: one that does not would delete what is locked
 * @param at where requests go, if not to the Daybook's own address
 * @throws Error for a version that fails; nobody has got it, unless it is the first
 */
export async function release(wrangler, { worker, configuration, path, build, secrets, mark, health, locks = [], at }) {
  const { name, vars } = configuration;
  const back = worker && backTo(worker.version, name);
  const at100 = (version) => wrangler.say("versions", "deploy", `${version}@100%`, "--config", path, "--yes");
  const put = worker ? ["version-upload", secrets, "versions", "upload"] : ["deploy", secrets, "deploy"];
  const { version_id: version, said, targets = [] } = await wrangler.upload(...put, "--config", path);
  tellWeight(said);
  if (worker) {
    await wrangler.say("versions", "deploy", `${version}@0%`, `${worker.version}@100%`, "--config", path, "--yes");
  }
  say(`Version ${version} is up${worker ? " beside the running one, which has all requests" : ""}`);
  try {
    refuseSubdomain(configuration, targets);
    const ask = asking(at ?? vars.APP_ORIGIN, `${name}="${version}"`);
    await untilThere(ask, mark, worker ? PATIENCE_MS.next : PATIENCE_MS.first);
    const askRunning = worker && asking(at ?? vars.APP_ORIGIN, `${name}="${worker.version}"`);
    tell(await smoke(ask, configuration, build, { ...health, askRunning }));
  } catch (error) {
    if (!worker)
      throw new Error(
        `${error.message}\nThe Worker is up. Run npm run deploy again, or look at it: npx wrangler tail ${name}`,
      );
    const end = await at100(worker.version).then(
      () => `Nobody got version ${version}: ${worker.version} has all requests as before`,
      (why) => `${why.message}\nOnly the smoke journey got version ${version}. Give all requests to the other: ${back}`,
    );
    throw new Error(`${error.message}\n${end}`);
  }
  if (worker) {
    await at100(version).catch((error) => {
      const left = `Version ${version} passed the smoke journey, but was not given all requests: ${worker.version} may have them`;
      throw new Error(`${error.message}\n${left}. Run npm run deploy again, or give them back for certain: ${back}`);
    });
    // Of the version are the bindings alone.
    await wrangler.say("triggers", "deploy", "--config", path).catch((error) => {
      const left = `Version ${version} has all requests, but its crons, queues or domain may be those of before`;
      throw new Error(`${error.message}\n${left}. Run npm run deploy again, or go back: ${back}`);
    });
  }
  for (const bucket of locks) {
    await addLock(wrangler, bucket).catch((error) => {
      const left = `Version ${version} has all requests, but ${bucket.name} is not locked`;
      throw new Error(`${error.message}\n${left}. Run npm run deploy again`);
    });
    say(`Locked the backups in ${bucket.name} for ${bucket.lockedDays} days`);
  }
  return version;
}

/** The command that gives all requests to a version again. */
export function backTo(version, name) {
  return `npx wrangler rollback ${version} --name ${name}`;
}

/** @returns a function that asks one version for a path, even if it gets no other requests */
function asking(origin, version) {
  return (path, { headers, ...init } = {}) => {
    const all = { ...headers, "Cloudflare-Workers-Version-Overrides": version };
    return fetch(new URL(path, origin), { redirect: "manual", ...init, headers: all });
  };
}

/** wrangler has no command that tells the subdomain before a Worker is there. @throws Error for another than APP_ORIGIN's */
function refuseSubdomain({ workers_dev, vars }, targets) {
  const hosts = targets.map((each) => each.replace("https://", "")).filter((each) => each.endsWith(".workers.dev"));
  if (!workers_dev || hosts.length === 0 || hosts.includes(new URL(vars.APP_ORIGIN).host)) return;
  throw new Error(`The Worker is at https://${hosts[0]}, and APP_ORIGIN is ${vars.APP_ORIGIN}`);
}

async function untilThere(ask, mark, patienceMs) {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask(mark).catch(() => null);
    if (answer?.status === 200) return;
    if (Date.now() > end) throw new Error(`The version does not answer after ${patienceMs / 60_000} minutes`);
    await new Promise((resume) => setTimeout(resume, PAUSE_MS));
  }
}

/** Prints the smoke journey. @throws Error if a step of it failed */
export function tell(tried) {
  for (const { what, wrong } of tried) say(wrong ? `${what}: ${wrong}` : what);
  const failed = tried.filter(({ wrong }) => wrong).length;
  if (failed > 0) throw new Error(`${failed} of ${tried.length} steps of the smoke journey failed`);
}

/** What Cloudflare says of the Worker that it was sent. */
function tellWeight(said) {
  const [, startUp] = /Startup Time: (\d+) ms/.exec(said) ?? [];
  if (startUp) say(`It starts in ${startUp} ms at Cloudflare, and may take ${MAX.startUpMs}`);
}
