import { randomUUID } from "node:crypto";

/** Saves a new session by its form: each number is another hour of another day. */
export function newSession(server, cookie, number, fields = {}) {
  const day = new Date(Date.UTC(2024, 0, 1 + Math.floor(number / 12)));
  const hour = 7 + (number % 12);
  const at = (clock) => `${String(clock).padStart(2, "0")}:00`;
  return post(server, "/logbook/session/new/", cookie, {
    ...{ idempotency_key: newKey(), session_date: day.toLocaleDateString("en-GB", { timeZone: "UTC" }) },
    ...{ session_start_time: at(hour), session_end_time: at(hour + 1), pa_calculation_basis: "time_calculated" },
    ...fields,
  });
}

/** Sends a form as a browser does without script. */
export function post({ url }, path, cookie, fields) {
  const headers = { cookie, origin: url, connection: "close" };
  return fetch(url + path, { method: "POST", redirect: "manual", headers, body: new URLSearchParams(fields) });
}

/** The key of a form, by which it is saved once however often it is sent. */
export function newKey() {
  return randomUUID().replaceAll("-", "").slice(0, 22);
}
