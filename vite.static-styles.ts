import { type Plugin, parseAst } from "vite";

type Style = (...styles: unknown[]) => unknown;
type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/**
 * Works out at build time what Panda would work out in the browser: a call of `css` or of a recipe whose
 * arguments are literals becomes the class names it gives. Where no other call is left, Panda's runtime
 * (some 5 kB) stays out of the page. What is not literal is left as it is, and works as before.
 */
export function staticStyles(): Plugin {
  let styles: Record<string, Record<string, Style>>;
  return {
    name: "static-styles",
    apply: "build",
    enforce: "post",
    async buildStart() {
      styles = {
        "styled-system/css": await load("css"),
        "styled-system/recipes": await load("recipes"),
      };
    },
    transform(code, id) {
      // Nothing in the generated files is run for its own sake: what nobody imports may be left out.
      if (id.endsWith("/styled-system/recipes/create-recipe.mjs")) code = PLAIN_RECIPE;
      if (id.includes("/styled-system/")) return { code, map: null, moduleSideEffects: false };
      if (!id.includes("/app/") || !code.includes("styled-system/")) return null;
      const body = (parseAst(code) as unknown as { body: Node[] }).body;
      const known = importedStyles(body);
      const edits = callsOf(body, known).flatMap(({ node, style }) => {
        const literal = literalArguments(node, code);
        return literal ? [{ node, text: JSON.stringify(style(...literal)) }] : [];
      });
      let result = code;
      for (const { node, text } of edits.sort((a, b) => b.node.start - a.node.start)) {
        result = result.slice(0, node.start) + text + result.slice(node.end);
      }
      return { code: result, map: null };
    },
  };

  function importedStyles(body: Node[]): Map<string, Style> {
    const known = new Map<string, Style>();
    for (const node of body) {
      if (node.type !== "ImportDeclaration") continue;
      const exported = styles[(node.source as { value: string }).value];
      for (const { imported, local } of node.specifiers as { imported?: { name: string }; local: { name: string } }[]) {
        const style = imported && exported?.[imported.name];
        if (style) known.set(local.name, style);
      }
    }
    return known;
  }
}

/**
 * Panda's recipe without what ours do not use (compound variants, variants by screen width), and so without
 * the engine of `css` behind it: for the calls whose variants are known only when the page runs.
 */
const PLAIN_RECIPE = `
export function createRecipe(name, defaults, compound) {
  if (compound.length > 0) throw new Error("Compound variants are not built in");
  const getVariantProps = (variants) => {
    const chosen = { ...defaults };
    for (const key in variants) if (variants[key] !== undefined) chosen[key] = variants[key];
    return chosen;
  };
  const recipeFn = (variants) =>
    [name, ...Object.entries(getVariantProps(variants)).map(([key, value]) => name + "--" + key + "_" + value)].join(" ");
  return { recipeFn, getVariantProps, __getCompoundVariantCss__: () => ({}) };
}
export const mergeRecipes = (one, other) => Object.assign((...given) => one(...given) + " " + other(...given), one);
`;

function load(folder: string): Promise<Record<string, Style>> {
  return import(new URL(`./styled-system/${folder}/index.mjs`, import.meta.url).href);
}

function callsOf(body: unknown, known: Map<string, Style>): { node: Node; style: Style }[] {
  const found: { node: Node; style: Style }[] = [];
  const walk = (value: unknown): void => {
    if (!value || typeof value !== "object") return;
    const node = value as Node;
    const style = node.type === "CallExpression" && known.get((node.callee as { name?: string }).name ?? "");
    if (style) found.push({ node, style });
    else for (const part of Object.values(value)) walk(part);
  };
  walk(body);
  return found;
}

/** The arguments of a call when they are literals all through, else null. */
function literalArguments(call: Node, code: string): unknown[] | null {
  const nodes = call.arguments as Node[];
  if (!nodes.every(isLiteral)) return null;
  return nodes.map((node) => new Function(`return (${code.slice(node.start, node.end)})`)());
}

function isLiteral(node: Node): boolean {
  if (node.type === "Literal") return true;
  if (node.type !== "ObjectExpression") return false;
  return (node.properties as Node[]).every((property) => {
    const plain = property.type === "Property" && !property.computed && !property.shorthand && !property.method;
    return plain && isLiteral(property.value as Node);
  });
}
