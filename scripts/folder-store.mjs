import { randomBytes } from "node:crypto";
import { globSync } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/** Name of the file with the metadata of an object, beside it. */
const META = ".meta.json";
const UNFINISHED = ".part";

/** Opens a folder as what commands use of an R2 bucket. A file appears once it is whole. */
export function openFolderStore(folder) {
  const fileOf = (key) => join(folder, ...key.split("/"));

  async function write(file, content) {
    const before = `${file}.${randomBytes(6).toString("hex")}${UNFINISHED}`;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(before, content, { mode: 0o600 });
    await rename(before, file);
  }

  async function head(key) {
    const about = await unlessMissing(stat(fileOf(key)));
    if (!about?.isFile()) return null;
    const meta = await unlessMissing(readFile(fileOf(key) + META, "utf8"));
    return {
      key,
      size: about.size,
      uploaded: about.mtime,
      checksums: {},
      customMetadata: meta ? JSON.parse(meta) : {},
    };
  }

  return {
    head,

    async list({ prefix = "", delimiter }) {
      const files = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((each) => each.isFile());
      const names = files.map((each) => relative(folder, join(each.parentPath, each.name)).split(sep).join("/"));
      const keys = names.filter((key) => key.startsWith(prefix) && !key.endsWith(META) && !key.endsWith(UNFINISHED));
      const below = (key) => delimiter && key.slice(prefix.length).includes(delimiter);
      const prefixes = keys
        .filter(below)
        .map((key) => prefix + key.slice(prefix.length).split(delimiter)[0] + delimiter);
      const objects = await Promise.all(
        keys
          .filter((key) => !below(key))
          .sort()
          .map(head),
      );
      return { objects: objects.filter(Boolean), delimitedPrefixes: [...new Set(prefixes)].sort(), truncated: false };
    },

    async get(key) {
      const there = await head(key);
      return there && { ...there, arrayBuffer: async () => new Uint8Array(await readFile(fileOf(key))).buffer };
    },

    async put(key, bytes, { customMetadata = {} } = {}) {
      await write(fileOf(key) + META, JSON.stringify(customMetadata));
      await write(fileOf(key), bytes);
    },

    async delete(key) {
      for (const file of [fileOf(key), fileOf(key) + META]) await rm(file, { force: true });
    },
  };
}

/** Of a file that is not there nothing. */
async function unlessMissing(read) {
  try {
    return await read;
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  }
}
