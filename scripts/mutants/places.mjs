import { lineOf } from "./change.mjs";
import { offByOne, wrongComparisons } from "./kinds/compared.mjs";
import { droppedColumns, droppedStatements, swallowedErrors } from "./kinds/dropped.mjs";
import { ownerChecks, versionChecks } from "./kinds/guards.mjs";
import reasoned from "./reasoned.json" with { type: "json" };
import { nameOf, parse, walk } from "./syntax.mjs";

/** The kinds of bug: of a node, what it stands in and the file's text, each gives the changes that plant one there. */
export const KINDS = {
  "owner check": ownerChecks,
  "version check": versionChecks,
  "off by one": offByOne,
  "wrong comparison": wrongComparisons,
  "dropped column": droppedColumns,
  "swallowed error": swallowedErrors,
  "dropped statement": droppedStatements,
};

/** Components, and what a route says of its page. */
const PAGE = /^([A-Z][a-z]\w*|meta|handle)$/;

/** Every bug that can be planted in a file, each place once: the kind that is named first has it. */
function bugsIn(body, text) {
  const bugs = new Map();
  for (const [kind, plant] of Object.entries(KINDS)) {
    for (const node of body) {
      walk(node, (each, above) => {
        if (isOfPage(above)) return;
        for (const change of plant(each, above, text)) {
          const place = `${change.start} ${change.end} ${change.text}`;
          if (!bugs.has(place)) bugs.set(place, { kind, change });
        }
      });
    }
  }
  return [...bugs.values()];
}

/** What is drawn, what a page is called, and what is logged, is no business of a worker test. */
function isOfPage(above) {
  return above.some((node) => {
    if (node.type.startsWith("JSX")) return true;
    if (node.type === "CallExpression")
      return /^(log[A-Z]\w*|console)$/.test(nameOf(node.callee.object ?? node.callee) ?? "");
    return node.type !== "ClassDeclaration" && PAGE.test(nameOf(node.id) ?? "");
  });
}

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
