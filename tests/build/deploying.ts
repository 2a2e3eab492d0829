import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { vi } from "vitest";
import { main } from "../../scripts/deploy/main.mjs";
import { TOOL_ENV } from "../../scripts/local-world.mjs";
import { runBuild } from "../../scripts/run-build.mjs";
import { makeTables } from "../resilience/make-tables.mjs";
import { textOf } from "./source";

/** A region of the tests' own. */
export const FOLDER = resolve(".local/deploying");
export const SETTINGS = join(FOLDER, "trial.toml");
export const SECRETS = join(FOLDER, "trial.secrets.json");
export const BUILD = resolve(".local/deploy/trial/build");
const ACCOUNT = join(FOLDER, "account.json");
// For whatever the command starts.
Object.assign(TOOL_ENV, { STAND_IN_STATE: ACCOUNT });

export const CONTROLLER = "Daybook & Daughters Limited, 1 Example Street, London";
const VARS = {
  APP_ORIGIN: "https://daybook.surgeons.org",
  MAIL_FROM: "no-reply@surgeons.org",
  CONTROLLER,
  CONTACT_EMAIL: "help@surgeons.org",
  TURNSTILE_SITE_KEY: "0x4-of-the-widget",
};

/** Begins anew: settings and a secret that somebody has written by hand, and an account that has nothing. */
export function begin(vars: Record<string, string> = {}, secrets: Record<string, string> = {}): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const lines = Object.entries({ ...VARS, ...vars }).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  writeFileSync(SETTINGS, `# By hand.\n[vars]\n${lines.join("\n")}\n`);
  writeFileSync(SECRETS, JSON.stringify({ TURNSTILE_SECRET: "0x4-secret-of-the-widget", ...secrets }));
}

interface Account {
  calls: string[];
  databases: { uuid: string; name: string; jurisdiction: string | null }[];
  worker: { name: string; secrets: Record<string, string>; versions: { version_id: string; percentage: number }[] };
  [what: string]: unknown;
}

/** What the stand-in has at Cloudflare. */
export function account(): Account {
  return JSON.parse(existsSync(ACCOUNT) ? textOf(ACCOUNT) : '{"calls":[]}');
}

export function changeAccount(changes: Record<string, unknown>): void {
  writeFileSync(ACCOUNT, JSON.stringify({ ...account(), calls: [], ...changes }));
}

/** Status and all that was printed. */
type Ended = { status: number; said: string };

/** Runs the command as a shell would. */
export async function rehearse(): Promise<Ended> {
  const child = spawn("node", ["scripts/deploy.mjs", "trial", "--settings", FOLDER, "--dry-run"]);
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await once(child, "close");
  return { status, said: (await said).join("") };
}

/**
 * Runs the command in this process, which has loaded wrangler and Vite, to the stand-in for Cloudflare.
 * @param at where the stand-in answers
 */
export async function deploy(at: string, region = "trial"): Promise<Ended> {
  const lines: unknown[] = [];
  const spies = (["log", "error"] as const).map((each) => {
    return vi.spyOn(console, each).mockImplementation((line) => void lines.push(line));
  });
  process.exitCode = 0;
  try {
    await main([region, "--settings", FOLDER, "--wrangler", resolve("tests/build/stand-in-wrangler.mjs"), "--at", at]);
    return { status: Number(process.exitCode), said: lines.join("\n") };
  } finally {
    process.exitCode = 0;
    for (const spy of spies) spy.mockRestore();
  }
}

/** What Cloudflare does with a version: answers with the files and the Worker that were put up last. */
export class Cloudflare {
  /** Paths that a fault makes fail. */
  broken: string[] = [];
  /** The version that each request asked for. */
  asked = new Set<string>();
  private served: ReturnType<typeof runBuild> | null = null;
  private settings: unknown = null;
  private server: Server | null = null;

  async start(): Promise<string> {
    this.server = createServer(async (request, response) => {
      const path = request.url as string;
      this.asked.add(String(request.headers["cloudflare-workers-version-overrides"]));
      if (path.startsWith("/assets/deployed-") && !(await this.serve()))
        return void response.writeHead(existsSync(join(BUILD, "client", path)) ? 200 : 404).end();
      if (this.broken.includes(path)) return void response.writeHead(500).end();
      const method = request.method as string;
      const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
      const body = method === "POST" ? await text(request) : undefined;
      const init = { method, headers, body, redirect: "manual" as const };
      const answer = await (this.served as ReturnType<typeof runBuild>).dispatchFetch(
        `${VARS.APP_ORIGIN}${path}`,
        init,
      );
      const { "content-encoding": ___, ...plain } = Object.fromEntries(answer.headers);
      response.writeHead(answer.status, plain).end(Buffer.from(await answer.arrayBuffer()));
    }).listen(0, "127.0.0.1");
    await once(this.server, "listening");
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** @returns whether it began anew: a version with the settings of the one before differs from it by its mark alone */
  private async serve(): Promise<boolean> {
    const { vars } = JSON.parse(textOf(join(BUILD, "server/wrangler.json")));
    const own = { ...vars, ...account().worker.secrets };
    if (isDeepStrictEqual(own, this.settings)) return false;
    this.settings = own;
    await this.served?.dispose();
    const state = join(FOLDER, "state");
    rmSync(state, { recursive: true, force: true });
    this.served = runBuild(BUILD, state, {}, 0, { own });
    await makeTables(this.served);
    return true;
  }

  async stop(): Promise<void> {
    this.server?.close();
    await this.served?.dispose();
  }
}
