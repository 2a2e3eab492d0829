import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT, TOOL_ENV } from "../local-world.mjs";

/**
 * Runs wrangler, which is all that talks to Cloudflare.
 * @param program the project's own wrangler, or another
 * @param account its id; without one wrangler has but one account
 */
export class Wrangler {
  constructor(program = "wrangler", account = undefined) {
    this.program = program;
    this.account = account;
  }

  /** What a command prints. @throws WranglerError with what it says is wrong */
  async say(...args) {
    const env = {
      ...TOOL_ENV,
      WRANGLER_HIDE_BANNER: "true",
      ...(this.account && { CLOUDFLARE_ACCOUNT_ID: this.account }),
    };
    const child = spawn(this.program, args, {
      cwd: ROOT,
      env: { ...env, ...this.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = { out: "", error: "" };
    child.stdout.on("data", (piece) => (said.out += piece));
    child.stderr.on("data", (piece) => (said.error += piece));
    const status = await new Promise((ended, refuse) => child.once("error", refuse).once("close", ended));
    if (status !== 0) throw new WranglerError(args, plain(said.error) || `it ended with ${status}`, plain(said.out));
    return plain(said.out);
  }

  /** The JSON that a command prints, after any warnings. */
  async json(...args) {
    return jsonIn(await this.say(...args));
  }

  /**
   * Runs a command with secrets, by a file that nobody else can read and that is gone afterwards.
   * @returns the entry of this type in wrangler's own record, and what it printed
   */
  async upload(type, secrets, ...args) {
    const folder = mkdtempSync(join(tmpdir(), "daybook-"));
    try {
      const [file, record] = [join(folder, "secrets.json"), join(folder, "record.ndjson")];
      writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
      const withSecrets = Object.keys(secrets).length > 0 ? ["--secrets-file", file] : [];
      const recording = Object.assign(new Wrangler(this.program, this.account), {
        env: { WRANGLER_OUTPUT_FILE_PATH: record },
      });
      const said = await recording.say(...args, ...withSecrets);
      const entries = existsSync(record) ? readFileSync(record, "utf8").trim().split("\n") : [];
      const entry = entries.map((line) => JSON.parse(line)).find((each) => each.type === type);
      if (!entry) throw new WranglerError(args, `it recorded no ${type}`, said);
      return { ...entry, said };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** What a command said when it failed. Its output is not in the message: it may be a secret. */
export class WranglerError extends Error {
  constructor(args, reason, output) {
    super(`wrangler ${args.slice(0, 3).join(" ")}: ${reason}`);
    this.output = output;
  }
}

export function jsonIn(text) {
  return JSON.parse(text.slice(text.search(/^[[{]/m)));
}

/** Without colours, and without the lines that only say where wrangler logged. */
function plain(text) {
  const lines = stripVTControlCharacters(text).split("\n");
  return lines
    .filter((line) => !/Logs were written|wrangler-.*\.log/.test(line))
    .join("\n")
    .trim();
}
