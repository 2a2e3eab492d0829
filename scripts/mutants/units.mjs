import { dirname, join } from "node:path";
import { nameOf, parse, walk } from "./syntax.mjs";

/** Name of the code that runs when a module is loaded, besides its declarations. */
export const ON_LOAD = "";
/** Name of all exports of a module. */
export const ALL = "*";

/**
 * Divides a module into units: each top-level declaration with the names that it uses, where imported names come from,
 * and the exports by name.
 */
export function unitsOf(path, text, there) {
  const units = [];
  const imports = new Map();
  const exports = new Map();
  for (const node of parse(path, text) ?? []) {
    if (node.type === "ImportDeclaration" && node.importKind !== "type") {
      const file = resolve(path, node.source.value, there);
      for (const each of file ? node.specifiers : []) {
        const name =
          each.type === "ImportSpecifier"
            ? nameOf(each.imported)
            : each.type === "ImportDefaultSpecifier"
              ? "default"
              : ALL;
        imports.set(each.local.name, { file, name });
      }
      if (file && node.specifiers.length === 0)
        units.push({ name: ON_LOAD, uses: [{ file, name: ON_LOAD }], ...spanOf(node) });
      continue;
    }
    if (node.source && node.type.startsWith("Export")) {
      const file = resolve(path, node.source.value, there);
      for (const each of file ? (node.specifiers ?? []) : []) {
        exports.set(nameOf(each.exported), { file, name: nameOf(each.local) });
      }
      if (file && node.type === "ExportAllDeclaration") exports.set(ALL, { file, name: ALL });
      continue;
    }
    for (const each of node.specifiers ?? [])
      exports.set(nameOf(each.exported), { file: path, name: nameOf(each.local) });
    const declared = namesOf(node.declaration ?? node);
    for (const name of declared) {
      units.push({ name, node, ...spanOf(node) });
      if (node.type === "ExportNamedDeclaration") exports.set(name, { file: path, name });
    }
    if (node.type === "ExportDefaultDeclaration") exports.set("default", { file: path, name: declared[0] ?? ON_LOAD });
    if (declared.length === 0) units.push({ name: ON_LOAD, node, ...spanOf(node) });
  }
  const own = new Set(units.map(({ name }) => name));
  for (const unit of units) unit.uses ??= usesOf(unit.node, { path, own, imports, there });
  return { units, exports };
}

function spanOf({ start, end }) {
  return { start, end };
}

function namesOf(node) {
  if (node.type === "VariableDeclaration") return node.declarations.flatMap(({ id }) => namesIn(id));
  return node.id?.type === "Identifier" && !node.type.startsWith("TS") ? [node.id.name] : [];
}

function namesIn(pattern) {
  const names = [];
  walk(pattern, (each) => each.type === "Identifier" && names.push(each.name));
  return names;
}

/** Other declarations that a node refers to, of this module and of others. */
function usesOf(node, { path, own, imports, there }) {
  const uses = [];
  walk(node, (each, [parent]) => {
    if (each.type === "Identifier" && !isOnlyName(each, parent)) {
      const from = imports.get(each.name);
      const asked =
        from?.name === ALL && parent?.type === "MemberExpression" && !parent.computed && nameOf(parent.property);
      if (from) uses.push({ file: from.file, name: asked || from.name });
      else if (own.has(each.name)) uses.push({ file: path, name: each.name });
    }
    if (each.type === "ImportExpression") uses.push({ file: resolve(path, each.source.value ?? "", there), name: ALL });
    for (const file of globbed(each, path, there)) uses.push({ file, name: ALL, far: true });
  });
  return uses.filter(({ file }) => file);
}

/** The `b` of `a.b` and of `{ b: … }`. */
function isOnlyName(node, parent) {
  if (parent?.type === "MemberExpression") return parent.property === node && !parent.computed;
  return parent?.type === "Property" && parent.key === node && !parent.shorthand && !parent.computed;
}

/** Modules that are imported by a pattern: `import.meta.glob("../../app/routes/…")`. */
function globbed({ type, callee, arguments: args }, path, there) {
  if (type !== "CallExpression" || nameOf(callee) !== "glob" || callee.object?.type !== "MetaProperty") return [];
  const patterns = (args[0]?.elements ?? [args[0]])
    .map((each) => each?.value ?? "")
    .filter((each) => each.startsWith("."));
  const matched = patterns.flatMap((pattern) => {
    // Only the folder of a pattern is used: what it matches too much adds tests, and loses none.
    const folder = join(dirname(path), pattern.slice(0, pattern.search(/[*{]/) + 1 || undefined)).replace(/\*$/, "");
    return [...there].filter((file) => file.startsWith(folder));
  });
  return [...new Set(matched)];
}

/** The file that an import names, if it belongs to the project; else null. */
function resolve(path, name, there) {
  if (!name.startsWith("~/") && !name.startsWith(".")) return null;
  const base = name.startsWith("~/") ? join("app", name.slice(2)) : join(dirname(path), name);
  return ["", ".ts", ".tsx", ".mjs"].map((end) => base + end).find((file) => there.has(file)) ?? null;
}
