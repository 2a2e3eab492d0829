import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PAGES } from "../../workers/prerendered.ts";

/** Headers that every page has. */
const PAGE_HEADERS = {
  "content-security-policy": /default-src 'none'/,
  "strict-transport-security": /max-age=\d{8}/,
  "x-content-type-options": /nosniff/,
  "x-frame-options": /DENY/,
};

const PAUSE_MS = 3000;

/**
 * A short way through a version, as a visitor goes it: pages, headers, a file, the sign-up, a login that must be refused,
 * which asks the directory and the first region's database. It leaves nobody behind.
 * @param ask gives the answer to a request for a path
 * @param health its token of /healthz?deep, which is not asked for without one, and where that comes from; what asks the
 * running version, if there is one; and how long to wait before a second look
 * @returns what was tried, each with what is wrong or null
 */
export async function smoke(ask, { vars }, build, health = {}) {
  const tried = [];
  const step = async (what, act) => {
    const wrong = await act().catch((error) => error.message);
    tried.push({ what, wrong: wrong ?? null });
  };
  await step("/healthz answers", async () => wrongStatus(await ask("/healthz"), 200));
  if (health.token) await step("/healthz?deep finds what the Worker stands on", () => wrongParts(ask, health));
  for (const path of Object.keys(PAGES)) await step(`${path} and its headers`, async () => wrongPage(await ask(path)));
  await step("/privacy/ names who answers for the data", async () => {
    const text = await (await ask("/privacy/")).text();
    return text.includes(escaped(vars.CONTROLLER)) ? null : `it does not name ${vars.CONTROLLER}`;
  });
  await step("/signup/ has its form", async () => wrongForm(await ask("/signup/")));
  await step("a login of nobody is refused", async () => {
    // Another name each time: wrong passwords are counted by the name.
    const form = { username: `nobody-${crypto.randomUUID().slice(0, 8)}`, password: crypto.randomUUID() };
    const headers = { Origin: vars.APP_ORIGIN, "Content-Type": "application/x-www-form-urlencoded" };
    const answer = await ask("/login/", { method: "POST", headers, body: new URLSearchParams(form).toString() });
    if (answer.headers.getSetCookie().some((cookie) => cookie.startsWith("__Host-login="))) return "it was let in";
    return wrongStatus(answer, 422);
  });
  await step("a file of the build", async () => {
    const [sheet] = readdirSync(join(build, "client", "assets")).filter((name) => name.endsWith(".css"));
    const answer = await ask(`/assets/${sheet}`);
    return wrongStatus(answer, 200) ?? wrongHeaders(answer, { "cache-control": /immutable/ });
  });
  await step("an address that is none", async () => wrongStatus(await ask("/no-such-page/"), 404));
  return tried;
}

function wrongStatus({ status }, wanted) {
  return status === wanted ? null : `it answers ${status} and not ${wanted}`;
}

/** A late cron or a night without a backup is no fault of a version, which may be what mends it. */
const STANDS_ON = ["database", "directory", "store", "queue"];

/**
 * What a version stands on and did not find in two looks, without what the running version does not find either: a
 * region that is away must not keep a release from the others, which may be what mends it.
 */
async function wrongParts(ask, { token, from, askRunning, pauseMs = PAUSE_MS }) {
  const first = await lookDeep(ask, token, from).catch(() => ({}));
  if (first.bad?.length === 0) return null;
  await new Promise((resume) => setTimeout(resume, pauseMs));
  const second = await lookDeep(ask, token, from);
  if (!second.bad) return second.wrong;
  // The first look may have failed as a whole.
  const lasting = first.bad ? second.bad.filter((each) => first.bad.includes(each)) : second.bad;
  if (lasting.length === 0 || !askRunning) return lasting.join(", ") || null;
  const running = await lookDeep(askRunning, token, from).catch(() => ({}));
  return lasting.filter((each) => !running.bad?.includes(each)).join(", ") || null;
}

/** @returns the parts that are bad, or why none can be told */
async function lookDeep(ask, token, from) {
  const answer = await ask("/healthz?deep", { headers: { Authorization: `Bearer ${token}` } });
  if (answer.status === 401) return { wrong: `it answers 401: the token of ${from} is not the Worker's HEALTH_TOKEN` };
  const wrong = answer.status === 503 ? null : wrongStatus(answer, 200);
  if (wrong) return { wrong };
  const { parts } = await answer.json();
  const bad = parts.filter(({ part, state }) => STANDS_ON.includes(part) && state !== "good");
  return { bad: bad.map(({ part, region, state }) => `${part}${region ? ` ${region}` : ""} is ${state}`) };
}

function wrongHeaders({ headers }, wanted) {
  const bad = Object.keys(wanted).filter((name) => !wanted[name].test(headers.get(name) ?? ""));
  return bad.length === 0 ? null : `its ${bad.join(", ")} is missing or wrong`;
}

function wrongPage(answer) {
  return wrongStatus(answer, 200) ?? wrongHeaders(answer, { ...PAGE_HEADERS, "content-type": /text\/html/ });
}

async function wrongForm(answer) {
  const wrong = wrongPage(answer);
  if (wrong) return wrong;
  return /<form[^>]* method="post"/i.test(await answer.text()) ? null : "it has no form";
}

/** As a page has it. */
function escaped(text) {
  const marks = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
  return text.trim().replace(/[&<>"']/g, (mark) => marks[mark]);
}
