import { env } from "cloudflare:workers";
import { vi } from "vitest";
import worker from "../../workers/app";
import { WRITES } from "../../workers/copies";
import { NOW } from "../support/harness";

export const ORIGIN = "http://localhost";

/** What is noted of an account beside what it sends, be that refused or not. */
const NOTED = /^update "users" set "(?:changed_at|counted_at|changes_since)" = /;

/** Tables that the request at hand would have written. */
const written = new Set<string>();

/** The same database, which takes no write and notes it: nothing that is asked changes what is answered next. */
function closed<Client extends Pick<D1Database, "prepare">>(client: Client): Client {
  return new Proxy(client, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        const sql = name === "prepare" ? String(given[0]) : "";
        if (!WRITES.test(sql)) {
          const answer = Reflect.apply(member, target, given);
          return name === "withSession" ? closed(answer) : answer;
        }
        const [, table = sql] = /"(\w+)"/.exec(sql) ?? [];
        if (!NOTED.test(sql)) written.add(table);
        throw new Error("Nothing is written here");
      };
    },
  });
}

const nothing = async () => null;
const world = {
  ...env,
  DB: closed(env.DB),
  ...{ JOBS: { send: nothing, sendBatch: nothing }, BULK_JOBS: { send: nothing, sendBatch: nothing } },
  ...{ FORMS: { get: nothing, put: nothing, list: nothing, delete: nothing } },
  ...{ BURSTS: { limit: async () => ({ success: true }) } },
  // The build has drawn no page: the router answers with each.
  ASSETS: { fetch: async () => new Response(null, { status: 404 }) },
};

/** Before each test that asks the closed Worker. */
export function closeWorld(): void {
  // As it ships: the routes are ranked once.
  vi.stubEnv("DEV", false);
  // Each answer to an unread body leaves a timer of half a second: the runtime has not as many as are asked.
  vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ success: false }));
  for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
}

export interface Ask {
  cookie: string;
  method: string;
  address: string;
  /** A form, or the JSON of a call. */
  body: FormData | string;
}

/**
 * What the Worker answers, in short: status, where it leads, and what it would have written. Data that lead script on are
 * a redirect as that of their page.
 */
export async function answerTo({ cookie, method, address, body }: Ask): Promise<string> {
  written.clear();
  const headers = new Headers({ Origin: ORIGIN, Cookie: cookie });
  headers.set("X-CSRFToken", /csrftoken=([^;]+)/.exec(cookie)?.[1] ?? "");
  if (typeof body === "string") headers.set("Content-Type", "application/json");
  const request = new Request(ORIGIN + address, { method, headers, ...(method === "GET" ? {} : { body }) });
  const later: Promise<unknown>[] = [];
  const execution = { waitUntil: (work: Promise<unknown>) => void later.push(work) };
  const now = Object.assign(world, { CLOCK_OFFSET_MS: String(NOW - Date.now()) });
  const response = await worker.fetch(request as never, now as never, execution as never);
  const text = await response.text();
  await Promise.allSettled(later);
  const [, led] = response.status === 202 ? (/"redirect","([^"]*)"/.exec(text) ?? []) : [];
  const to = led ?? response.headers.get("Location");
  // The page that asked stands in the query.
  const said = [led === undefined ? response.status : 302, to?.split("?")[0]].filter(Boolean).join(" ");
  if (response.status === 301 && text !== "") return `${said}, and a page`;
  return written.size === 0 ? said : `${said}, and ${[...written].join(" and ")} would be written`;
}
