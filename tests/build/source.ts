import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** All files below a folder of the project, as paths from its root. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

export function textOf(path: string): string {
  return readFileSync(path, "utf8");
}
