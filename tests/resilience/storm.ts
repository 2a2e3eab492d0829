import { randomBytes } from "node:crypto";
import type { Server } from "./server";

/** A session or a case as its browser knows it. What a save of it holds follows from its number: see `fields`. */
export interface Thing {
  kind: "session" | "case";
  /** Its own: the site of a session, the payer of a fee. */
  name: string;
  key: string;
  /** Known once it is answered. */
  path: string;
  session: Thing | null;
  /** The last save that was answered, and the last that was sent, from 1. */
  saved: number;
  sent: number;
  /** Of the row, as the form of the last save has it. */
  version: string;
}

export interface Storm {
  things: Thing[];
  /** Saves that were answered. */
  answered: number;
}

const QUARTER = 15;

/** A session of 4 hours, 15 minutes longer with each save; a fee of as many pounds. */
export const minutesOf = (save: number) => 240 + (save - 1) * QUARTER;
export const saveOf = (minutes: number) => 1 + (minutes - 240) / QUARTER;
export const penceOf = (save: number) => save * 100;
/** Of a case: one's own option at first, then an airway alone, with one or two procedures. */
export const optionsOf = (save: number) => (save === 1 ? 3 : 2 + (save % 2));

function fields({ kind, name, key, sent: save, version }: Thing): [string, string][] {
  const start = save === 1 ? [["idempotency_key", key]] : [["version", version]];
  const pounds = String(penceOf(save) / 100);
  const end = 8 * 60 + minutesOf(save);
  const clock = `${String(Math.floor(end / 60)).padStart(2, "0")}:${String(end % 60).padStart(2, "0")}`;
  const session = [
    ...[
      ["session_date", "17/11/2026"],
      ["session_start_time", "08:00"],
      ["session_end_time", clock],
    ],
    ...[
      ["pa_calculation_basis", "time_calculated"],
      ["site", name],
      ["description", `Notes of ${name}`],
    ],
    ...[
      ["extra_claim_amount", pounds],
      ["extra_claim_payer", name],
      ["after_save", "case"],
    ],
  ];
  const case_ = [
    ...[
      ["age", String(save)],
      ["selected_airway_options_set", "111"],
      ["selected_extra_options_set", "202"],
    ],
    ...(save === 1 ? [["new_airway_option", name]] : save % 2 === 1 ? [["selected_extra_options_set", "241"]] : []),
    ...[
      ["complications", `Notes of ${name}`],
      ["case_claim_amount", pounds],
      ["case_claim_payer", name],
    ],
  ];
  return [...start, ...(kind === "session" ? session : case_)] as [string, string][];
}

/** Sends what a thing says in its save `sent`. The same again is the same form. */
export async function send(server: Server, cookie: string, thing: Thing) {
  const answer = await fetch(server.url + (thing.sent === 1 ? newPath(thing) : thing.path), {
    ...{ method: "POST", redirect: "manual", body: new URLSearchParams(fields(thing)) },
    headers: { cookie, origin: server.url },
  });
  await answer.arrayBuffer();
  const location = answer.headers.get("location") ?? "";
  if (answer.status === 302 && thing.kind === "session") thing.path = location.replace(/case\/new\/$/, "");
  return answer.status;
}

function newPath({ kind, session }: Thing): string {
  return kind === "session" ? "/logbook/session/new/" : `${session?.path}case/new/`;
}

/** What the form of a thing holds that is opened now. */
async function versionOf(server: Server, cookie: string, { path }: Thing): Promise<string> {
  const page = await (await fetch(server.url + path, { headers: { cookie } })).text();
  return /name="version" value="(\d+)"/.exec(page)?.[1] ?? "";
}

/** One person in many tabs: each adds a session, a case in it, changes the session, and a case of an earlier storm. */
export async function storm(server: Server, cookie: string, tabs: number, all: Storm, enough: number, now: () => void) {
  const earlier = all.things.filter(({ kind, path }) => kind === "case" && path !== "");
  const save = async (thing: Thing, save: number) => {
    if (save > 1) thing.version = await versionOf(server, cookie, thing);
    thing.sent = save;
    const status = await send(server, cookie, thing);
    if (status !== 302) throw new Error(`${thing.kind} ${thing.name}, save ${save}: ${status}`);
    thing.saved = save;
    all.answered += 1;
    if (all.answered === enough) now();
  };
  const tab = async () => {
    for (;;) {
      const session = make(all, "session", null);
      await save(session, 1);
      await save(make(all, "case", session), 1);
      await save(session, 2);
      const known = earlier.pop();
      if (known) await save(known, known.saved + 1);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: tabs }, tab));
  const odd = ended.find((each) => each.status === "rejected" && !(each.reason instanceof TypeError));
  // A tab ends when its connection does, and for nothing else.
  if (odd?.status === "rejected") throw odd.reason;
}

function make({ things }: Storm, kind: Thing["kind"], session: Thing | null): Thing {
  const key = randomBytes(16).toString("base64url");
  const thing = { kind, name: `${kind} ${things.length + 1}`, key, path: "", session, saved: 0, sent: 0, version: "" };
  things.push(thing);
  return thing;
}
