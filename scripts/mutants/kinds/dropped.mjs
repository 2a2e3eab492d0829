import { dropped, replaced } from "../change.mjs";
import { isCallOf, nameOf } from "../syntax.mjs";

/** Names of objects that are stored as they are. */
const STORED = /^(rows?|values|columns|set|changes|saved|kept)$/;
/** Names of lists whose items all belong to one batch. */
const BATCHED = /^(batch|statements|writes|deletes|hanging|more)$/;
/** Keys of results that refuse. */
const REFUSAL_KEYS = ["errors", "error", "refusal", "refused"];

/** Drops a value that would be stored, or handed on. */
export function droppedColumns(node, above) {
  if (node.type !== "ObjectExpression" || node.properties.length < 2 || !isStored(above)) return [];
  return node.properties.map((_each, index) => dropped(node.properties, index));
}

function isStored([parent, grandparent, ...above]) {
  if (isCallOf(parent, "values", "set")) return true;
  if (parent?.type === "VariableDeclarator") return STORED.test(nameOf(parent.id) ?? "");
  // Rows that a callback makes one by one.
  const arrow = parent?.type === "ParenthesizedExpression" ? grandparent : parent;
  if (arrow?.type === "ArrowFunctionExpression")
    return isCallOf([grandparent, ...above].find(isCall), "map", "flatMap");
  const maker = [grandparent, ...above].find(({ type }) => type.includes("Function"));
  return parent?.type === "ReturnStatement" && /(Row|Columns|columnsOf|rowOf|timesOf)/.test(maker?.id?.name ?? "");
}

function isCall({ type }) {
  return type === "CallExpression";
}

/** Loses an error: it is not thrown, not rethrown, or a refusal is not returned. */
export function swallowedErrors(node, above) {
  if (node.type === "ThrowStatement") {
    if (isGuard(node, above[0])) return [replaced(node, "{}")];
    const inFunction = above.some(({ type }) => type.includes("Function"));
    return inFunction ? [replaced(node, "return null as never;")] : [];
  }
  if (node.type === "ReturnStatement" && isRefusal(node.argument)) {
    return isGuard(node, above[0]) ? [replaced(node, "{}")] : [];
  }
  return [];
}

/** Whether a statement is the body of an `if` without `else`: `if (…) throw …`. Without it the code after it runs. */
function isGuard(node, parent) {
  return parent?.type === "IfStatement" && parent.consequent === node && !parent.alternate;
}

function isRefusal(node) {
  if (node?.type === "ObjectExpression") {
    return node.properties.some(
      ({ key, value }) => REFUSAL_KEYS.includes(nameOf(key)) || (nameOf(key) === "ok" && value.value === false),
    );
  }
  const name = nameOf(node) ?? "";
  return /refus|fault|error/i.test(name) || /^[A-Z]+(_[A-Z]+)+$/.test(name);
}

/** Drops a statement of a batch, or one of several awaited calls. */
export function droppedStatements(node, above) {
  const [parent] = above;
  if (node.type === "ExpressionStatement" && node.expression.type === "AwaitExpression") {
    const { argument } = node.expression;
    return argument.type === "CallExpression" && !isCallOf(argument, "batch") ? [replaced(node, "{}")] : [];
  }
  if (node.type !== "ArrayExpression" || node.elements.length < 2) return [];
  if (!isCallOf(parent, "batch") && !isBatched(parent)) return [];
  const read = readFrom(isCallOf(parent, "batch") ? above : []);
  return node.elements.flatMap((each, index) =>
    index >= read && each.type !== "SpreadElement" ? [dropped(node.elements, index)] : [],
  );
}

function isBatched(parent) {
  if (parent?.type === "Property") return BATCHED.test(nameOf(parent.key) ?? "");
  return parent?.type === "VariableDeclarator" && BATCHED.test(nameOf(parent.id) ?? "");
}

/**
 * Number of results of a batch that are read by position: dropping one of their statements would only break the others.
 */
function readFrom(above) {
  const declared = above.slice(0, 3).find(({ type }) => type === "VariableDeclarator")?.id;
  if (!declared) return 0;
  if (declared.type !== "ArrayPattern") return Number.POSITIVE_INFINITY;
  return declared.elements.some((each) => each?.type === "RestElement")
    ? Number.POSITIVE_INFINITY
    : declared.elements.length;
}
