import { lineOf } from "./change.mjs";
import { offByOne, wrongComparisons } from "./kinds/compared.mjs";
import { droppedColumns, droppedStatements, swallowedErrors } from "./kinds/dropped.mjs";
import { ownerChecks, versionChecks } from "./kinds/guards.mjs";
import reasoned from "./reasoned.json" with { type: "json" };
import { nameOf, parse, walk } from "./syntax.mjs";

/**
 * The kinds of bug. Each function takes a node, its ancestors and the file's text, and returns the changes that plant a
 * bug there.
 */
export const KINDS = {
  "owner check": ownerChecks,
  "version check": versionChecks,
  "off by one": offByOne,
  "wrong comparison": wrongComparisons,
  "dropped column": droppedColumns,
  "swallowed error": swallowedErrors,
  "dropped statement": droppedStatements,
};

/** Names of components, of hooks, and of a route's exports about its page or for the browser alone. */
const PAGE = /^([A-Z][a-z]\w*|use[A-Z]\w*|meta|handle|clientAction|clientLoader|shouldRevalidate)$/;

/** Every bug that can be planted in a file, each place once, under the first kind that has it. */
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

/** Whether a node is rendered, names a page, or is logged: worker tests do not check that. */
function isOfPage(above) {
  return above.some((node) => {
    if (node.type.startsWith("JSX")) return true;
    if (node.type === "CallExpression")
      return /^(log[A-Z]\w*|console)$/.test(nameOf(node.callee.object ?? node.callee) ?? "");
    return node.type !== "ClassDeclaration" && PAGE.test(nameOf(node.id) ?? "");
  });
}

/** Whether worker tests can see the code of a file: not views, the local world or types. */
export function isPlanted(file) {
  if (!/^(app|workers)\/.*\.tsx?$/.test(file) || file.endsWith(".d.ts")) return false;
  return !/\/(views|dev)\/|^app\/(ui\/|root\.tsx|routes\.ts|entry\.server)/.test(file);
}

/** Every bug that can be planted in a file, with its line before and after. */
export function placesIn(file, text) {
  return bugsIn(parse(file, text) ?? [], text).map((bug) => ({ file, ...bug, ...lineOf(text, bug.change) }));
}

/**
 * The recorded reason why a bug has no visible effect, if any. It is found by the text of the place, not by its line
 * number.
 */
export function reasonOf({ file, kind, from, to }) {
  return reasoned.find((each) => each.file === file && each.kind === kind && each.from === from && each.to === to)?.why;
}

export const REASONED = reasoned;
