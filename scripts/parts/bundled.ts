import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { type Bundled, partsList } from "./parts-list.ts";

/** Of the packages that one bundle holds, by the name of Vite's environment: between its end and the end of the build. */
const noteOf = (build: string, environment: string) => join(build, `bundled-${environment}.json`);
const ENVIRONMENTS = { worker: "ssr", page: "client" };

/** Vite plugin that notes which packages have code in a bundle, for the list of parts. */
export function noteBundled(): Plugin {
  return {
    name: "note-bundled",
    apply: "build",
    writeBundle(_, files) {
      const modules = Object.values(files).flatMap((file) =>
        file.type === "chunk" ? Object.entries(file.modules) : [],
      );
      const packages = modules.flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? packageAt(id) : []));
      // Where react-router.config.ts says.
      const build = join(this.environment.config.root, process.env.DAYBOOK_DEPLOY ?? "", "build");
      mkdirSync(build, { recursive: true });
      writeFileSync(noteOf(build, this.environment.name), JSON.stringify([...new Set(packages)].sort()));
    },
  };
}

/** The place of the package that a module is of, as package-lock.json names it; none for a module of our own. */
export function packageAt(id: string): string[] {
  const place = /node_modules\/.*/.exec(id.replaceAll("\\", "/"))?.[0];
  const found = place && /^.*node_modules\/(?:@[^/]+\/)?[^/?]+/.exec(place)?.[0];
  return found ? [found] : [];
}

/** Writes the list of what the build was made from beside its folders, where no visitor gets at it. */
export function writePartsList(build: string): void {
  const bundled: Bundled = { worker: [], page: [] };
  for (const [reach, environment] of Object.entries(ENVIRONMENTS)) {
    const note = noteOf(build, environment);
    bundled[reach as keyof Bundled] = JSON.parse(readFileSync(note, "utf8"));
    rmSync(note);
  }
  const list = partsList(readFileSync("package-lock.json", "utf8"), bundled);
  writeFileSync(join(build, "parts.cdx.json"), `${JSON.stringify(list, null, 1)}\n`);
}
