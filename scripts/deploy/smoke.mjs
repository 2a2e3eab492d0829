import { say } from "../local-world.mjs";

const PAGES = ["/", "/terms/", "/privacy/", "/keys/", "/signup/", "/login/"];
/** A late cron or a night without a backup is no fault of a version, which may be what mends it. */
const STANDS_ON = ["database", "store", "queue"];
const PAUSE_MS = 3000;

/**
 * A short way through a version, as a visitor goes it. It leaves nobody behind. What fails is tried once more: one slow
 * answer refuses no version.
 * @param ask gives the answer to a request for a path
 * @param token of /healthz?deep, which is not asked for without one
 * @throws Error with what is wrong
 */
export async function smoke(ask, vars, token, pauseMs = PAUSE_MS) {
  const steps = [
    ["/healthz", async () => (await ask("/healthz")).status === 200],
    ...(token ? [["/healthz?deep", () => isDeepWell(ask, token)]] : []),
    ...PAGES.map((path) => [path, async () => isPage(await ask(path))]),
    ["a login of nobody, which must be refused", () => isRefused(ask, vars)],
    ["an address that is none", async () => (await ask("/no-such-page/")).status === 404],
  ];
  const wrong = [];
  for (const [what, isRight] of steps) {
    let isWell = await isRight();
    if (!isWell) await new Promise((resume) => setTimeout(resume, pauseMs));
    isWell ||= await isRight();
    say(`${what}${isWell ? "" : ": WRONG"}`);
    if (!isWell) wrong.push(what);
  }
  if (wrong.length > 0) throw new Error(`The smoke journey failed at ${wrong.join(", ")}`);
}

function isPage({ status, headers }) {
  return status === 200 && /text\/html/.test(headers.get("content-type")) && headers.has("content-security-policy");
}

async function isDeepWell(ask, token) {
  const answer = await ask("/healthz?deep", { headers: { Authorization: `Bearer ${token}` } });
  if (answer.status !== 200 && answer.status !== 503) return false;
  const { parts } = await answer.json();
  return parts.every(({ part, state }) => state === "good" || !STANDS_ON.includes(part));
}

/** Another name each time: wrong passwords are counted by the name. It asks the database, too. */
async function isRefused(ask, { APP_ORIGIN: Origin }) {
  const form = { username: `nobody-${crypto.randomUUID().slice(0, 8)}`, password: crypto.randomUUID() };
  const headers = { Origin, "Content-Type": "application/x-www-form-urlencoded" };
  const answer = await ask("/login/", { method: "POST", headers, body: new URLSearchParams(form).toString() });
  return answer.status === 422 && !answer.headers.getSetCookie().some((cookie) => cookie.startsWith("__Host-login="));
}
