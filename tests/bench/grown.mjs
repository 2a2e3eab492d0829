/** Makes a user with years of work. @returns their cookie, how many plans they have, and the newest of their sessions and plans. */
export async function grow(server, years) {
  const answer = await fetch(`${server.url}/dev/grow/`, {
    method: "POST",
    headers: { "Sec-Fetch-Site": "same-origin", connection: "close" },
    body: new URLSearchParams({ years: String(years) }),
  });
  if (!answer.ok) throw new Error(`Growing failed: ${answer.status} ${await answer.text()}`);
  const { user_id } = await answer.json();
  const cookie = answer.headers.getSetCookie()[0].split(";")[0];
  const db = await server.database();
  const newest = (query) => db.prepare(query).bind(user_id).first("unique_ref");
  return {
    user_id,
    cookie,
    plans: await db.prepare("SELECT count(*) n FROM job_plans WHERE user_id = ?").bind(user_id).first("n"),
    session: await newest("SELECT unique_ref FROM sessions WHERE user_id = ? ORDER BY start_at DESC LIMIT 1"),
    plan: await newest("SELECT unique_ref FROM job_plans WHERE user_id = ? ORDER BY date_start DESC LIMIT 1"),
  };
}

/** Rows that a logbook page is made of: sessions shown on it with their cases, those of the plan year so far, leave. */
export async function rowsBehind(server, user, html) {
  const shown = [...new Set([...html.matchAll(/\/logbook\/session\/([\w-]{22})\//g)].map((match) => match[1]))];
  const db = await server.database();
  const count = (query, ...values) =>
    db
      .prepare(query)
      .bind(...values)
      .first("n");
  const refs = JSON.stringify(shown);
  const cases = await count(
    "SELECT count(*) n FROM cases WHERE user_id = ? AND session_ref IN (SELECT value FROM json_each(?))",
    user.user_id,
    refs,
  );
  const year = await count(
    `SELECT count(DISTINCT s.unique_ref) + count(c.unique_ref) n FROM job_plans p
     JOIN job_plan_elements e ON e.user_id = p.user_id AND e.plan_ref = p.unique_ref
     JOIN sessions s ON s.user_id = e.user_id AND s.element_ref = e.unique_ref
     LEFT JOIN cases c ON c.user_id = s.user_id AND c.session_ref = s.unique_ref
     WHERE p.user_id = ? AND p.unique_ref = ?`,
    user.user_id,
    user.plan,
  );
  // What is left of leave is calculated from the years around this one, however many there are.
  const leave = await count(
    "SELECT count(*) n FROM leave WHERE user_id = ? AND date_start >= date('now', '-4 years')",
    user.user_id,
  );
  return { sessions: shown.length, cases, year, leave };
}

const SEARCHES = 5;

/** The time of a search of the table of cases that finds nothing, and so opens all texts that one search opens: milliseconds, the middle of several. */
export async function searchTime(server, user) {
  const taken = [];
  for (let run = 0; run < SEARCHES; run += 1) {
    const began = performance.now();
    const answer = await fetch(`${server.url}/mydata/case_data/`, {
      method: "POST",
      headers: { "Sec-Fetch-Site": "same-origin", connection: "close", cookie: user.cookie },
      body: new URLSearchParams({ intent: "find", words: "nothing of the kind" }),
    });
    if (!(await answer.text()).includes("Nothing found")) throw new Error(`The search answered ${answer.status}`);
    taken.push(performance.now() - began);
  }
  return taken.toSorted((a, b) => a - b)[Math.floor(SEARCHES / 2)];
}
