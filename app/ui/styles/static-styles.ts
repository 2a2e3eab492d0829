import { pathToFileURL } from "node:url";
import { type ESTree, type Plugin, parseAst } from "vite";

type Styling = (...values: unknown[]) => unknown;

/**
 * Vite plugin that evaluates `css({...})` and recipe calls of literals while building, and replaces them by the class
 * names: neither the browser nor the server runs Panda's styling code, which weighs 5 kB on every page. A call with a
 * value that is known only at run time stays as it is, and brings that code back.
 */
export function staticStyles(): Plugin {
  const known = new Map<string, Record<string, Styling>>();
  return {
    name: "static-styles",
    apply: "build",
    enforce: "post",
    async buildStart() {
      for (const name of ["styled-system/css", "styled-system/recipes"]) {
        known.set(name, await import(pathToFileURL(`${name}/index.mjs`).href));
      }
    },
    transform(code, id) {
      // A local variable with a recipe's name keeps that recipe imported: without side effects the unused import is
      // dropped.
      if (id.includes("/styled-system/")) return { moduleSideEffects: false };
      if (!/\/app\/.*\.tsx?(\?|$)/.test(id) || !code.includes("styled-system/")) return null;
      return replaceStyling(code, known);
    },
  };
}

function replaceStyling(code: string, known: Map<string, Record<string, Styling>>): string {
  const program = parseAst(code, { lang: "js" });
  const stylings = new Map<string, Styling>();
  const edits: { start: number; end: number; text: string }[] = [];
  const left = new Set<string>();

  const imports = program.body.filter((node) => node.type === "ImportDeclaration" && known.has(node.source.value));
  for (const node of imports as ESTree.ImportDeclaration[]) {
    for (const specifier of node.specifiers) {
      if (specifier.type !== "ImportSpecifier" || specifier.imported.type !== "Identifier") continue;
      const styling = known.get(node.source.value)?.[specifier.imported.name];
      if (styling) stylings.set(specifier.local.name, styling);
    }
  }

  walk(program, (node) => {
    if (node.type === "ImportDeclaration") return false;
    if (node.type === "Identifier" && stylings.has(node.name as string)) left.add(node.name as string);
    const callee = node.callee as Node | undefined;
    if (node.type !== "CallExpression" || callee?.type !== "Identifier") return true;
    const styling = stylings.get(callee.name as string);
    const values = (node.arguments as Node[]).map(literal);
    if (!styling || values.includes(UNKNOWN)) return true;
    const result = styling(...values);
    // A result that is a function, such as that of cva, does its work at run time.
    if (typeof result === "function") return true;
    edits.push({ start: node.start as number, end: node.end as number, text: JSON.stringify(result) });
    return false;
  });
  for (const node of imports as ESTree.ImportDeclaration[]) {
    const kept = node.specifiers.filter((specifier) => left.has(specifier.local.name));
    const names = kept.map((specifier) => specifier.local.name).join(", ");
    const text = kept.length > 0 ? `import { ${names} } from "${node.source.value}";` : "";
    edits.push({ start: node.start, end: node.end, text });
  }
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
}

type Node = { type: string } & Record<string, unknown>;

const UNKNOWN = Symbol("known only when the page is drawn");

/** The value of a literal, or of an object or array of literals; else UNKNOWN. */
function literal(node: Node): unknown {
  if (node.type === "Literal") return node.value;
  if (node.type === "TemplateLiteral" && (node.expressions as Node[]).length === 0) {
    return ((node.quasis as { value: { cooked: string } }[])[0] as { value: { cooked: string } }).value.cooked;
  }
  if (node.type === "ArrayExpression") {
    const items = (node.elements as Node[]).map(literal);
    return items.includes(UNKNOWN) ? UNKNOWN : items;
  }
  if (node.type !== "ObjectExpression") return UNKNOWN;
  const object: Record<string, unknown> = {};
  for (const property of node.properties as (Node & { key: Node; value: Node; computed?: boolean })[]) {
    if (property.type !== "Property" || property.computed) return UNKNOWN;
    const value = literal(property.value);
    if (value === UNKNOWN) return UNKNOWN;
    object[String(property.key.type === "Identifier" ? property.key.name : property.key.value)] = value;
  }
  return object;
}

/** Visits a tree from the top; `visit` returns whether to visit the children. */
function walk(node: unknown, visit: (node: Node) => boolean): void {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit);
  } else if (node && typeof node === "object" && typeof (node as Node).type === "string") {
    if (!visit(node as Node)) return;
    for (const value of Object.values(node)) walk(value, visit);
  }
}
