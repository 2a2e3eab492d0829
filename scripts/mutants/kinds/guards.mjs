import { dropped, replaced } from "../change.mjs";
import { isCallOf, isSql, matchesIn, nameOf } from "../syntax.mjs";

/** An SQL condition on a column: `a.user_id = ${userId}`, `${cases.user_id} = ${userId}`, `b.user_id = a.user_id`. */
function conditionOn(column) {
  const side = `(?:\\$\\{[^{}]*\\}|[\\w.]+)`;
  const named = `(?:\\$\\{[\\w.]*\\b${column}\\}|(?:\\w+\\.)?${column})`;
  return new RegExp(
    `(?<=\\b(?:AND|WHERE|WHEN|OR|ON|\\()\\s+|\`)${named} = ${side}(?: ->> (?:'\\w+'|\\d+)| \\+ 1)?`,
    "g",
  );
}

/** Columns that name the owner of a row: of an account, and of a diary. */
const OWNERS = ["user_ref", "user_id"];
const OWNER_IN_SQL = conditionOn(`(?:${OWNERS.join("|")})`);
const VERSION_IN_SQL = conditionOn("version");

/** Drops the condition on a row's owner, so that another user's row passes. */
export function ownerChecks(node, _above, text) {
  return guardsDropped(node, text, isOwnerCondition, OWNER_IN_SQL);
}

function isOwnerCondition(node) {
  if (isCallOf(node, "eq")) return node.arguments.some((each) => OWNERS.includes(nameOf(each)));
  // A condition in a function of its own: `ownOptions(userId)`.
  if (node.type !== "CallExpression" || node.arguments.length !== 1) return false;
  return ["userRef", "userId"].includes(nameOf(node.arguments[0]));
}

/** Drops the check of a version, or its increase, so that a newer row is overwritten. */
export function versionChecks(node, above, text) {
  const found = guardsDropped(
    node,
    text,
    (each) => isCallOf(each, "eq") && nameOf(each.arguments[0]) === "version",
    VERSION_IN_SQL,
  );
  const compared = node.type === "BinaryExpression" && [nameOf(node.left), nameOf(node.right)].includes("version");
  if (compared && node.operator === "===") found.push(replaced(node, "true"));
  if (compared && node.operator === "!==") found.push(replaced(node, "false"));
  if (isVersionColumn(node) && above[0]?.type === "ObjectExpression" && above[0].properties.length > 1) {
    found.push(dropped(above[0].properties, above[0].properties.indexOf(node)));
  }
  if (isCallOf(node, "nextVersion", "sameVersion") && /import \{[^}]*\bsql\b/.test(text)) {
    const column = text.slice(node.arguments[0].start, node.arguments[0].end);
    const raised = nameOf(node.callee) === "nextVersion" ? " + 1" : "";
    found.push(replaced(node, `sql<number>\`\${${column}}${raised}\``));
  }
  return found;
}

/** `version: nextVersion(…)`, or a version that SQL increases. */
function isVersionColumn({ type, key, value }) {
  if (type !== "Property" || nameOf(key) !== "version") return false;
  return isCallOf(value, "nextVersion", "sameVersion") || isSql(value);
}

function guardsDropped(node, text, isGuard, inSql) {
  if (isSql(node)) return matchesIn(text, node, inSql).map(({ match, at }) => whole(at, match[0], "TRUE"));
  if (isCallOf(node, "and")) {
    return node.arguments.flatMap((each, index) => (isGuard(each) ? [dropped(node.arguments, index)] : []));
  }
  if (isCallOf(node, "where") && node.arguments.length === 1 && isGuard(node.arguments[0])) {
    return [replaced(node.arguments[0], "undefined")];
  }
  return [];
}

function whole(at, was, text) {
  return { start: at, end: at + was.length, text };
}
