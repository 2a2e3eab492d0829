import { parseSync } from "vite";

/**
 * Reads the syntax of a file with the parser that the build uses: `typescript` 7 has no parser that is fit to depend
 * on.
 */

/** Keys of nodes that only the type checker reads. */
const TYPE_KEYS = new Set(["typeAnnotation", "typeParameters", "typeArguments", "returnType", "superTypeArguments"]);
const TYPED_EXPRESSIONS = new Set(["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"]);

/** @returns the top-level nodes of a file, or null when its text is no program */
export function parse(path, text) {
  const { program, errors } = parseSync(path, text);
  return errors.length > 0 ? null : program.body;
}

/** Calls `visit` with each node that runs and its ancestors, the nearest first. */
export function walk(node, visit, above = []) {
  if (isOnlyType(node)) return;
  visit(node, above);
  for (const child of childrenOf(node)) walk(child, visit, [node, ...above]);
}

function isOnlyType({ type, importKind, exportKind }) {
  if (importKind === "type" || exportKind === "type") return true;
  return type.startsWith("TS") && !TYPED_EXPRESSIONS.has(type);
}

function childrenOf(node) {
  return Object.entries(node)
    .filter(([key]) => !TYPE_KEYS.has(key))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value?.type === "string" && typeof value.start === "number");
}

/** The last name in `name`, `a.name`, `a?.name` and calls of them; null for other nodes. */
export function nameOf(node) {
  switch (node?.type) {
    case "Identifier":
      return node.name;
    case "MemberExpression":
      return node.computed ? null : nameOf(node.property);
    case "CallExpression":
      return nameOf(node.callee);
    case "ChainExpression":
    case "AwaitExpression":
      return nameOf(node.expression ?? node.argument);
    default:
      return TYPED_EXPRESSIONS.has(node?.type) ? nameOf(node.expression) : null;
  }
}

export function isCallOf(node, ...names) {
  return node?.type === "CallExpression" && names.includes(nameOf(node.callee));
}

/** Whether a node is an `sql` template. */
export function isSql(node) {
  return node.type === "TaggedTemplateExpression" && nameOf(node.tag) === "sql";
}

/** Every match of a pattern within a node, with `at` counted from the start of the file. */
export function matchesIn(text, { start, end }, pattern) {
  return [...text.slice(start, end).matchAll(pattern)].map((match) => ({ match, at: start + match.index }));
}
