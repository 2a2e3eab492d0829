import { spawnSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { ROOT, TOOL_ENV } from "../local-world.mjs";

/** Runs wrangler, which is all that talks to Cloudflare, as whoever is logged in. */
export function openWrangler(program = "wrangler", more = {}) {
  const env = { ...TOOL_ENV, WRANGLER_HIDE_BANNER: "true", ...more };

  /** What a command prints. @throws Error with what it says is wrong, without its output, which may be a secret */
  function say(...args) {
    const how = { cwd: ROOT, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] };
    const { status, stdout, stderr, error } = spawnSync(program, args, how);
    if (status === 0) return stripVTControlCharacters(stdout);
    throw new Error(
      `wrangler ${args.slice(0, 4).join(" ")}: ${error?.message ?? stripVTControlCharacters(stderr).trim()}`,
    );
  }

  /** The JSON that a command prints, after any warnings. */
  function json(...args) {
    const text = say(...args);
    return JSON.parse(text.slice(text.search(/^[[{]/m)));
  }

  return { say, json };
}
