import { KINDS } from "./kinds.mjs";

const COLUMNS = ["planted", "caught", "survived", "reasoned"];

function tableOf(kinds, results) {
  const rows = kinds.map((kind) => {
    const ofKind = results.filter((each) => each.bug.kind === kind);
    return [kind, ...figuresOf(ofKind)];
  });
  const lines = [["kind", ...COLUMNS], ...rows.filter(([, planted]) => planted > 0), ["all", ...figuresOf(results)]];
  return lines
    .map(([name, ...rest]) => name.padEnd(20) + rest.map((each) => String(each).padStart(10)).join(""))
    .join("\n");
}

function figuresOf(results) {
  const of = (outcome) => results.filter((each) => each.outcome === outcome).length;
  return [results.length, of("caught"), of("survived"), of("reasoned")];
}

export function diffOf({ file, line, kind, from, to }) {
  return `${file}:${line} (${kind})\n  - ${from}\n  + ${to}`;
}

/** What else a survivor tells: whether there was a test that could have caught it. */
export function netOf({ reached, notRun }) {
  if (reached === 0) return "No worker test reaches it: only a journey could catch it.";
  const late = notRun.length > 0 ? `; ${notRun.length} were not run in time: ${notRun.join(", ")}` : "";
  return `${reached} test files reach it${late}.`;
}

/** @returns whether all is well */
export function tell(results, invalid, faulty) {
  const of = (outcome) => results.filter((each) => each.outcome === outcome);
  for (const outcome of ["survived", "reasoned"]) {
    if (of(outcome).length === 0) continue;
    console.log(`\n${outcome}:`);
    for (const { bug, by } of of(outcome)) console.log(`${diffOf(bug)}\n  ${by}`);
  }
  if (faulty.size > 0) console.log(`\nRed without any bug, and not asked: ${[...faulty].join(", ")}`);
  console.log(
    `\n${tableOf(Object.keys(KINDS), results)}\n\n${invalid.length} more were refused by types, or when loaded`,
  );
  return of("survived").length === 0;
}
