import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { ROOT } from "../local-world.mjs";

const STANDARD_INPUT = 0;

/** The names of the Worker's secrets. */
const NAMES = Object.keys(parseEnv(readFileSync(join(ROOT, ".dev.vars.example"), "utf8")));

/**
 * Reads the secrets from a file, or from standard input: never from the command line or the environment, which others
 * can read.
 * @returns those that were given, by their names, and what is wrong, without any of their text
 */
export function readSecrets(file) {
  if (file === undefined) return { given: {}, wrong: [] };
  let text = "";
  try {
    text = readFileSync(file === "-" ? STANDARD_INPUT : file, "utf8");
  } catch (error) {
    const why = error.code === "ENOENT" ? "there is no such file" : error.code;
    return { given: {}, wrong: [`--secrets ${file} cannot be read: ${why}`] };
  }
  const all = Object.entries(parseEnv(text));
  const given = Object.fromEntries(all.filter(([name, value]) => NAMES.includes(name) && value.trim() !== ""));
  const unknown = all.map(([name]) => name).filter((name) => !NAMES.includes(name));
  const none = all.length === 0 ? [`${file} has no lines like ${NAMES[0]}=…`] : [];
  return {
    given,
    wrong: [...none, ...unknown.map((name) => `${name} is no secret of Daybook's: ${NAMES.join(", ")}`)],
  };
}

/** Where new keys are written: beside the settings. Git ignores it. */
export function keysFileOf({ path }) {
  return path.replace(/\.toml$/, ".keys.json");
}

/**
 * Which keys of the vault the Worker gets.
 * @param known names of the secrets that the Worker has
 * @param isNew whether there is no database yet: texts in one can be read with the keys that wrote them alone
 * @returns those to send, if any; whether they are to be written to the file of keys first; and what is wrong
 */
export function settleKeys(settings, { VAULT_KEYS: given }, { known, isNew, keyId }) {
  const file = keysFileOf(settings);
  if (given !== undefined) return { keys: given, isMade: false, wrong: wrongKeys(given, keyId) };
  if (known.includes("VAULT_KEYS")) return { keys: undefined, isMade: false, wrong: [] };
  if (existsSync(file)) {
    const keys = readFileSync(file, "utf8").trim();
    return { keys, isMade: false, wrong: wrongKeys(keys, keyId).map((each) => `${file}: ${each}`) };
  }
  if (isNew) return { keys: newKeys(keyId), isMade: true, wrong: [] };
  const wrong = `VAULT_KEYS is missing, and the databases are there: give the keys that wrote them, as a line of --secrets`;
  return { keys: undefined, isMade: false, wrong: [wrong] };
}

/** Where a new HEALTH_TOKEN is written, by itself: the file of keys goes to commands as it is. Git ignores it, too. */
export function tokenFileOf({ path }) {
  return path.replace(/\.toml$/, ".health-token");
}

/**
 * Which HEALTH_TOKEN the Worker is asked with, so that a Daybook can be watched from its first day.
 * @returns the token, if it is known, and where it comes from; whether the Worker is to get it; whether it is to be written
 * to its file first, which is not there (`isMade`) or has another one (`isReplaced`); what is wrong
 */
export function settleToken(settings, { HEALTH_TOKEN: given }, { known }) {
  const file = tokenFileOf(settings);
  const kept = existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
  const settled = { isMade: false, isReplaced: false, from: file, wrong: [] };
  if (given !== undefined) {
    // A file that somebody has removed is not made again: they keep the token elsewhere.
    const isReplaced = kept !== undefined && kept !== given;
    return { ...settled, token: given, isSent: true, isReplaced, from: "--secrets" };
  }
  const isSent = !known.includes("HEALTH_TOKEN");
  if (kept === undefined) {
    const token = isSent ? randomBytes(KEY_BYTES).toString("base64url") : undefined;
    return { ...settled, token, isSent, isMade: isSent };
  }
  const isShort = kept.length < TOKEN_CHARACTERS;
  const wrong = isShort ? [`${file} has no token of ${TOKEN_CHARACTERS} characters or more`] : [];
  return { ...settled, token: kept, isSent, wrong };
}

const TOKEN_CHARACTERS = 32;

export function newKeys(keyId) {
  return JSON.stringify({ [keyId]: randomBytes(32).toString("base64") });
}

/** For nobody but who deploys; where it is kept from then on is theirs to choose. @throws Error for a file that is there */
export function writeSecret(file, text) {
  writeFileSync(file, `${text}\n`, { mode: 0o600, flag: "wx" });
}

export function replaceSecret(file, text) {
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
}

const KEY_BYTES = 32;

function wrongKeys(text, keyId) {
  let keys = null;
  try {
    keys = JSON.parse(text);
  } catch {}
  if (typeof keys !== "object" || keys === null) return ['VAULT_KEYS is no JSON like {"1":"…"}'];
  const bad = Object.keys(keys).filter((id) => !isKey(keys[id]));
  return [
    ...bad.map((id) => `VAULT_KEYS: key ${id} is not ${KEY_BYTES} bytes in base64`),
    ...(keyId in keys ? [] : [`VAULT_KEYS has no key ${keyId}, which VAULT_KEY_ID names`]),
  ];
}

function isKey(text) {
  return typeof text === "string" && Buffer.from(text, "base64").length === KEY_BYTES;
}
