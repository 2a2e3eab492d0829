import { createHash, randomUUID } from "node:crypto";
import { newKey, post } from "./save.mjs";

const CONNECTIONS = 4;
/** As long as the notes of a case may be, in letters of three bytes. */
const NOTES = "€".repeat(10_000);
const ROWS_A_FILE = 100_000;
const ROWS_A_CALL = 1_000;

/**
 * One account that writes as fast as it can: cases with the longest notes by the form, or rows of files by their call.
 * @returns how many requests were taken and refused, what the first refusal said and when, and what is stored
 */
export async function floodFor(server, forMs, by) {
  const account = await signIn(server);
  const next = by === "files" ? await rowsOfFiles(server, account) : await longCases(server, account);
  const told = { saved: 0, refused: 0, message: "", afterMs: 0 };
  const began = performance.now();
  const write = async () => {
    while (performance.now() - began < forMs) {
      const answer = await next();
      const text = await answer.text();
      if (answer.ok || answer.status === 302) {
        told.saved += 1;
        continue;
      }
      told.refused += 1;
      if (told.message !== "") continue;
      told.message = by === "files" ? text : (/Nothing was saved:[^<]*/.exec(text)?.[0] ?? `status ${answer.status}`);
      told.afterMs = performance.now() - began;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, write));
  const page = await (await fetch(`${server.url}/mydata/`, { headers: { cookie: account.cookie } })).text();
  const of = (name) => new RegExp(`${name}</dt><dd[^>]*>([^<]*)`).exec(page)?.[1] ?? "";
  return { ...told, storage: of("Storage used") };
}

/** A new account with an address. @returns its cookies, and the token of its calls */
export async function signIn({ url }) {
  const email = `flood-${randomUUID()}@daybook.example`;
  const made = await fetch(`${url}/dev/new-user/`, {
    ...{ method: "POST", headers: { origin: url }, body: new URLSearchParams({ level: "9", email }) },
  });
  const seen = await fetch(`${url}/import_csv_data/rows/`, { headers: { cookie: cookiesOf(made) } });
  const cookie = [cookiesOf(made), cookiesOf(seen)].filter(Boolean).join("; ");
  return { cookie, token: /csrftoken=([^;]+)/.exec(cookie)?.[1] ?? "" };
}

function cookiesOf(answer) {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function longCases(server, account) {
  const answer = await post(server, "/logbook/session/new/", account.cookie, {
    ...{ idempotency_key: newKey(), session_date: "17/11/2026", session_start_time: "08:00", after_save: "case" },
    ...{ session_end_time: "18:00", pa_calculation_basis: "time_calculated" },
  });
  const path = answer.headers.get("Location") ?? "";
  return () =>
    post(server, path, account.cookie, {
      ...{ idempotency_key: newKey(), age: "45", case_description: "€".repeat(500) },
      ...{ complications: NOTES, reflective_notes: NOTES },
    });
}

/** A file after another, each row of which is as long as it may be. */
async function rowsOfFiles(server, account) {
  let file = await begin(server, account);
  let line = 0;
  return async () => {
    if (line >= ROWS_A_FILE) {
      line = 0;
      file = await begin(server, account);
    }
    if (typeof file !== "string") return file.clone();
    const rows = Array.from({ length: ROWS_A_CALL }, (_, at) => rowOf(file, line + at + 2));
    const from = line;
    line += ROWS_A_CALL;
    return call(server, account, { intent: "rows", import_ref: file, from, rows });
  };
}

/** @returns the reference of the file; or the answer that refused it */
async function begin(server, account) {
  const answer = await call(server, account, {
    ...{ intent: "begin", file_hash: hash(randomUUID()), layout: hash("layout"), choices: {} },
    ...{ mapping: { case_date: 11, start_time: 10, end_time: 12, age: 7 } },
    ...{ rows_read: ROWS_A_FILE, rows_skipped: 0, rows_merged: 0, rows_rejected: 0, rows_expected: ROWS_A_FILE },
  });
  return answer.ok ? (await answer.json()).import_ref : answer;
}

/** Of each file other rows: what came before is known, and does not come again. */
function rowOf(file, line) {
  return {
    ...{ line, case_date: "2026-11-17", start_minute: line % 1400, end_minute: null, age: 45, age_unit: "years" },
    ...{ gender: 1, asa: 2, case_description: `${file} ${line} ${"€".repeat(450)}`, remarks: [], ordinal: 0 },
  };
}

function call({ url }, { cookie, token }, body) {
  const headers = { cookie, origin: url, "Content-Type": "application/json", "X-CSRFToken": token };
  return fetch(`${url}/import_csv_data/rows/`, { method: "POST", headers, body: JSON.stringify(body) });
}

function hash(text) {
  return createHash("sha256").update(text).digest("base64url");
}
