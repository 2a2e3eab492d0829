import { randomUUID } from "node:crypto";

const CONNECTIONS = 4;
/** As long as the notes of a case may be, in letters of three bytes. */
const NOTES = "€".repeat(10_000);

/**
 * One account that writes as fast as it can.
 * @returns how many saves were taken and refused, what the first refusal said and when it came, and what is stored
 */
export async function floodFor(server, forMs, email = "") {
  const cookie = await signIn(server, email);
  const { path, cases } = await addSession(server, cookie);
  const told = { saved: 0, refused: 0, says: "", afterMs: 0 };
  const began = performance.now();
  const write = async () => {
    while (performance.now() - began < forMs) {
      const answer = await post(server, cases, cookie, {
        ...{ idempotency_key: keyOf(), age: "45", save_empty: "yes", case_description: "€".repeat(500) },
        ...{ complications: NOTES, reflective_notes: NOTES },
      });
      const page = await answer.text();
      if (answer.status === 302) told.saved += 1;
      else told.refused += 1;
      if (answer.status !== 302 && told.says === "") {
        told.says = /Nothing was saved:[^<]*/.exec(page)?.[0] ?? `status ${answer.status}`;
        told.afterMs = performance.now() - began;
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, write));
  const page = await (await fetch(`${server.url}/mydata/`, { headers: { cookie } })).text();
  const of = (name) => new RegExp(`${name}</dt><dd[^>]*>([^<]*)`).exec(page)?.[1] ?? "";
  return { ...told, path, storage: of("Storage used"), rows: of("Rows used") };
}

async function signIn({ url }, email) {
  const answer = await fetch(`${url}/dev/new-user/`, {
    ...{ method: "POST", headers: { origin: url }, body: new URLSearchParams({ level: "9", email }) },
  });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function addSession(server, cookie) {
  const answer = await post(server, "/logbook/session/new/", cookie, {
    ...{ idempotency_key: keyOf(), session_date: "17/11/2026", session_start_time: "08:00", after_save: "case" },
    ...{ session_end_time: "18:00", pa_calculation_basis: "time_calculated" },
  });
  const cases = answer.headers.get("Location") ?? "";
  return { cases, path: cases.replace("case/new/", "") };
}

function post({ url }, path, cookie, fields) {
  const headers = { cookie, origin: url };
  return fetch(url + path, { method: "POST", redirect: "manual", headers, body: new URLSearchParams(fields) });
}

function keyOf() {
  return randomUUID().replaceAll("-", "").slice(0, 22);
}
