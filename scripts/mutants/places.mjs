import { lineOf } from "./change.mjs";
import { bugsIn } from "./kinds.mjs";
import reasoned from "./reasoned.json" with { type: "json" };
import { parse } from "./syntax.mjs";

/** What a worker test can see: no views, nothing of the local world, no types. */
export function isPlanted(file) {
  if (!/^(app|workers)\/.*\.tsx?$/.test(file) || file.endsWith(".d.ts")) return false;
  return !/\/(views|dev)\/|^app\/(ui\/|root\.tsx|routes\.ts|entry\.server)/.test(file);
}

/** Every bug that can be planted in a file, with how its line reads before and after. */
export function placesIn(file, text) {
  return bugsIn(parse(file, text) ?? [], text).map((bug) => ({ file, ...bug, ...lineOf(text, bug.change) }));
}

/** Why a bug changes nothing that anybody could see, if that was found: by what stands there, not by its line. */
export function reasonOf({ file, kind, from, to }) {
  return reasoned.find((each) => each.file === file && each.kind === kind && each.from === from && each.to === to)?.why;
}

export const REASONED = reasoned;
