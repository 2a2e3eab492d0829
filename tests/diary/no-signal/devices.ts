import type { SignedInUser } from "~/account/login/logins.server";
import { seal } from "~/platform/crypto/seal";
import { newRef } from "~/platform/db/columns.server";
import { base64url } from "~/platform/db/tokens";
import * as device from "~/routes/logbook/no-signal/device";
import * as send from "~/routes/logbook/no-signal/send";
import { type Answer, type Ask, call, NOW } from "../../support/harness";

export type Fields = [string, string][];

export interface Device {
  ref: string;
  publicKey: string;
}

/** Posts JSON as a page or a service worker would. */
export function postJson<Data>(action: (args: never) => unknown, body: object, ask: Omit<Ask, "path">) {
  const headers = { "Content-Type": "application/json", ...ask.headers };
  const request = new Request("http://daybook.test/", { method: "POST", body: JSON.stringify(body), headers });
  return call<Data>(action, request, ask);
}

export async function switchOn(user: SignedInUser, name = "Phone"): Promise<Device> {
  const { data } = await postJson<{ device: string; publicKey: string }>(
    device.action,
    { name, consent: true },
    { user },
  );
  return { ref: data.device, publicKey: data.publicKey };
}

export interface Typed {
  path: string;
  fields: Fields;
  label?: string;
  typed_at?: number;
  then?: { path: string; fields: Fields };
  abandoned?: true;
}

export interface Sealed {
  id: string;
  sealed: string;
}

export async function sealed(on: Device, typed: Typed, id = newRef()): Promise<Sealed> {
  const text = JSON.stringify({ label: "Tuesday 17/11/2026, Theatre 3", typed_at: NOW, ...typed });
  return { id, sealed: base64url(await seal(on, id, text)) };
}

export interface Sent {
  acknowledged: { id: string; outcome: string }[];
  unreadable: string[];
  isFull: boolean;
  message?: string;
}

export function sendEntries(
  user: SignedInUser | null,
  on: Device,
  entries: Sealed[],
  more: Partial<Ask> & { waiting?: number; since?: number | undefined } = {},
): Promise<Answer<Sent>> {
  const { waiting = entries.length, since, ...ask } = more;
  return postJson<Sent>(send.action, { device: on.ref, waiting, since, entries }, { ...ask, user });
}

/** A list of cases as its page sends it, of lines that it has read. */
export function listOf(...lines: string[]): Fields {
  const rows = lines.flatMap((line, at): Fields => {
    const cells = { line, read_line: line, age: "67", age_unit: "years", case_description: line };
    return Object.entries(cells).map(([name, value]) => [`cases[${at}].${name}`, value]);
  });
  return [["idempotency_key", newRef()], ...rows];
}

/** The cases of the session that an entry's own form makes. */
export function thenOf(...lines: string[]) {
  // biome-ignore lint/suspicious/noThenProperty: never awaited
  return { then: { path: "cases/", fields: listOf(...lines) } };
}
