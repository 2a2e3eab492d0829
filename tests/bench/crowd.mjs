import { newSession } from "./save.mjs";
import { askOnce } from "./serve.mjs";

/** The pages that the readers go through. */
const PAGES = ["/logbook/", "/progress/", "/logbook/", "/extras/", "/job_plans/", "/logbook/", "/leave/"];
/** Of 20 requests three are saves: 15%. */
const ROUND = 20;
const SAVES = [3, 10, 17];

/** Signs in so many users of their own, with empty diaries. @returns each one's cookie and reference */
export async function signInCrowd(server, amount) {
  const users = [];
  for (let at = 0; at < amount; at += 1) {
    const answer = await fetch(`${server.url}/dev/new-user/`, {
      method: "POST",
      headers: { origin: server.url, connection: "close" },
      body: new URLSearchParams({ level: "9", email: `crowd-${at}@daybook.example` }),
    });
    if (!answer.ok) throw new Error(`Signing in failed: ${answer.status}`);
    await answer.arrayBuffer();
    users.push({ cookie: answer.headers.getSetCookie()[0].split(";")[0], number: at, saved: [], saves: 0 });
  }
  const db = await server.database();
  const { results } = await db.prepare("SELECT id FROM users WHERE username LIKE 'local-%' ORDER BY id").all();
  return users.map((user, at) => ({ ...user, id: results[at].id }));
}

/**
 * All users at once, each one request after the other without a pause, until the time is over or so many were answered.
 * @returns milliseconds of each reading and each saving, the errors, and how long it took
 */
export async function crowd(
  server,
  users,
  { forMs = Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY, read },
) {
  const told = { reads: [], saves: [], errors: [], ms: 0 };
  const began = performance.now();
  let asked = 0;
  const act = async (user) => {
    for (let at = user.number; performance.now() - began < forMs && asked < requests; at += 1) {
      asked += 1;
      const isSave = read === undefined && SAVES.includes(at % ROUND);
      const path = read ?? PAGES[at % PAGES.length];
      const sent = performance.now();
      try {
        const answer = isSave
          ? await newSession(server, user.cookie, user.saves++)
          : await askOnce(server.url + path, user.cookie);
        await answer.arrayBuffer();
        if (answer.status !== (isSave ? 303 : 200) && !(isSave && answer.status === 302))
          throw new Error(`${path}: ${answer.status}`);
        told[isSave ? "saves" : "reads"].push(performance.now() - sent);
        if (isSave) user.saved.push(user.saves - 1);
      } catch (error) {
        told.errors.push(error.cause?.message ?? error.message);
      }
    }
  };
  await Promise.all(users.map(act));
  return { ...told, ms: performance.now() - began };
}

/** @returns how many of the saves that were acknowledged are not in the database */
export async function lostSaves(server, users) {
  const db = await server.database();
  let lost = 0;
  for (const { id, saved } of users) {
    const { results } = await db
      .prepare("SELECT start_at FROM sessions WHERE user_id = ? AND start_at < ?")
      .bind(id, Date.UTC(2024, 9))
      .all();
    const there = new Set(results.map(({ start_at }) => start_at));
    lost += saved.filter((number) => !there.has(startOf(number))).length;
  }
  return lost;
}

/** As `newSession` counts them, in the months in which London is on UTC. */
function startOf(number) {
  return Date.UTC(2024, 0, 1 + Math.floor(number / 12), 7 + (number % 12));
}

export function middleAndLast(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
