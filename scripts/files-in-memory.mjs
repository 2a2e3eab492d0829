import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";
const PREFIX = "daybook-tests-";
/** The files of a run take 40 MB. */
const ROOM_BYTES = 1e9;

/**
 * Keeps the temporary files of this process and of those that it starts in memory, where the machine has a folder for that,
 * and room: on a disk the databases of the tests wait until each write is safe, a fifteenth of the time of worker tests.
 * They go with the process; those of one that was killed go when the next begins.
 */
export function keepFilesInMemory() {
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  try {
    if (!hasRoom()) return;
    for (const name of readdirSync(MEMORY).filter((each) => each.startsWith(PREFIX))) {
      if (!existsSync(join("/proc", name.slice(PREFIX.length)))) remove(join(MEMORY, name));
    }
    mkdirSync(folder, { recursive: true });
  } catch {
    // It may not be written to: they stay where such files usually are.
    return;
  }
  process.env.TMPDIR = folder;
  process.on("exit", () => remove(folder));
}

function hasRoom() {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES;
}

/** What something still writes is left to the next run. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {}
}
