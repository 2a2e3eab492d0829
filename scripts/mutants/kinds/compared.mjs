import { replaced } from "../change.mjs";
import { isCallOf, isSql, matchesIn, nameOf } from "../syntax.mjs";

const NEIGHBOURS = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const NEIGHBOUR_CALLS = { lt: "lte", lte: "lt", gt: "gte", gte: "gt" };
const OPPOSITES = { "===": "!==", "!==": "===", "&&": "||", "||": "&&" };
/** Comparisons of these are planted as kinds of their own. */
const GUARDED = ["version", "user_ref", "user_id"];

/** Changes a bound to include one more or one fewer, or drops a step of one. */
export function offByOne(node, above, text) {
  if (node.type === "BinaryExpression") {
    const { operator, left, right } = node;
    if (NEIGHBOURS[operator] && !isOneOfTwo(node, above[0], text))
      return [swapped(text, left, right, operator, NEIGHBOURS[operator])];
    if (["+", "-"].includes(operator) && right.value === 1) return [replaced({ start: left.end, end: right.end }, "")];
  }
  if (isCallOf(node, ...Object.keys(NEIGHBOUR_CALLS)) && node.callee.type === "Identifier") {
    const instead = NEIGHBOUR_CALLS[node.callee.name];
    return new RegExp(`import \\{[^}]*\\b${instead}\\b`).test(text) ? [replaced(node.callee, instead)] : [];
  }
  if (!isSql(node)) return [];
  return node.quasi.quasis.flatMap((part) =>
    matchesIn(text, part, /(?<= )[<>]=?(?= |$)/g).map(({ match, at }) => {
      return { start: at, end: at + match[0].length, text: NEIGHBOURS[match[0]] };
    }),
  );
}

/** Whether the lesser or the greater of two values is taken: of two equal ones either will do. */
function isOneOfTwo({ left, right }, parent, text) {
  if (parent?.type !== "ConditionalExpression") return false;
  const words = ({ start, end }) => text.slice(start, end);
  const pair = [words(parent.consequent), words(parent.alternate)].sort();
  return [words(left), words(right)].sort().join() === pair.join();
}

/** Swaps equal and unequal, "and" and "or", and negates conditions. */
export function wrongComparisons(node) {
  if (node.type === "BinaryExpression" || node.type === "LogicalExpression") {
    const { left, right, operator } = node;
    const guarded = GUARDED.includes(nameOf(left)) || GUARDED.includes(nameOf(right));
    const instead = OPPOSITES[operator];
    return instead && !guarded ? [between(left, right, operator, instead)] : [];
  }
  if (node.type === "IfStatement" || node.type === "ConditionalExpression") return negated(node.test);
  return [];
}

/** Negates a condition. One that compares is left out: its comparison is changed instead. */
function negated(test) {
  if (test.type === "UnaryExpression" && test.operator === "!") {
    return [{ start: test.start, end: test.argument.start, text: "" }];
  }
  const simple = ["Identifier", "MemberExpression", "CallExpression", "AwaitExpression"].includes(test.type);
  return simple ? [{ start: test.start, end: test.start, text: "!" }] : [];
}

function between(left, right, operator, instead) {
  return { start: left.end, end: right.start, text: ` ${instead} `, operator };
}

function swapped(text, left, right, operator, instead) {
  const gap = text.slice(left.end, right.start).replace(operator, instead);
  return { start: left.end, end: right.start, text: gap };
}
