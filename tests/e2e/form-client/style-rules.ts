import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { selectorSpecificity } from "@csstools/selector-specificity";
import postcss, { type AtRule, type Container, type Rule } from "postcss";
import selectorParser from "postcss-selector-parser";

/** One selector of the built style sheet that decides what is shown, ready to be compared with the others. */
export interface StyleRule {
  selector: string;
  /** "::before" and the like, or none. */
  pseudo: string;
  /** A class that every element it fits has, if there is one: most rules need not be tried at all. */
  className: string | undefined;
  /** Classes of which a page has one, or nothing in it fits: none where that cannot be said. */
  needs: string[];
  declarations: { property: string; value: string; important: boolean }[];
  /** Of two rules the one that compares as greater wins: layer, specificity, place. */
  rank: number[];
}

export interface Viewport {
  width: number;
  height: number;
}

const PROPERTIES = new Set(["display", "visibility", "content", "pointer-events", "position", "white-space"]);
const ASSETS = "build/client/assets";

/** The rules that hold for this viewport, on a screen, without script. */
export function styleRules(viewport: Viewport): StyleRule[] {
  const sheets = readdirSync(ASSETS).filter((name) => name.endsWith(".css"));
  const root = postcss.parse(sheets.map((name) => readFileSync(join(ASSETS, name), "utf8")).join("\n"));
  const layers = new Map<string, number>();
  const rules: StyleRule[] = [];
  const walk = (container: Container, layer: number[], path: string) => {
    container.each((node) => {
      if (node.type === "rule") rules.push(...rulesOf(node, layer, rules.length));
      if (node.type !== "atrule") return;
      if (node.name === "layer") {
        const names = node.params.split(",").map((name) => name.trim());
        const places = names.map((name) => placeOf(name, path, layers));
        if (node.nodes) walk(node, [...layer, ...(places[0] as number[])], `${path}${names[0]}.`);
      } else if (node.nodes && holds(node, viewport)) walk(node, layer, path);
    });
  };
  walk(root, [], "");
  return rules;
}

/** Layers count in the order in which they are first named; a nested one within its own. */
function placeOf(name: string, path: string, layers: Map<string, number>): number[] {
  const steps = name.split(".");
  return steps.map((_, at) => {
    const full = path + steps.slice(0, at + 1).join(".");
    if (!layers.has(full)) layers.set(full, layers.size);
    return layers.get(full) as number;
  });
}

function rulesOf(rule: Rule, layer: readonly number[], place: number): StyleRule[] {
  const declarations = rule.nodes.flatMap((node) => {
    if (node.type === "rule" || node.type === "atrule") throw new Error(`A nested rule: ${rule.selector}`);
    if (node.type !== "decl" || !PROPERTIES.has(node.prop)) return [];
    return [{ property: node.prop, value: node.value, important: node.important ?? false }];
  });
  if (declarations.length === 0) return [];
  return selectorParser()
    .astSync(rule.selector)
    .nodes.flatMap((selector) => {
      const { a, b, c } = selectorSpecificity(selector);
      const pseudos = selector.nodes.filter(selectorParser.isPseudoElement).map(String);
      // Parts that no locator can name.
      if (pseudos.some((pseudo) => !/^::?(before|after)$/.test(pseudo))) return [];
      const pseudo = pseudos.length > 0 ? `::${String(pseudos[0]).replace(/^:+/, "")}` : "";
      const whole = String(selector).trim();
      return [
        {
          selector: pseudo ? whole.replace(/::?(before|after)$/, "") || "*" : whole,
          pseudo,
          className: classOf(selector),
          needs: neededBy(selector),
          declarations,
          // Within its layer what stands outside of every layer below it wins.
          rank: [...layer, Number.MAX_SAFE_INTEGER, a, b, c, place],
        },
      ];
    });
}

/** A class of the last compound: `.a .b:not(.c)` fits only what has the class b. */
function classOf(selector: selectorParser.Selector): string | undefined {
  let found: string | undefined;
  for (const node of selector.nodes) {
    if (node.type === "combinator") found = undefined;
    if (node.type === "class") found = node.value;
  }
  return found;
}

function neededBy(selector: selectorParser.Selector): string[] {
  for (const node of selector.nodes) {
    if (node.type === "class") return [node.value];
    if (node.type !== "pseudo" || !/^:(?:is|where)$/.test(node.value)) continue;
    const ofEach = node.nodes.map(neededBy);
    if (ofEach.every((needs) => needs.length > 0)) return ofEach.flat();
  }
  return [];
}

function holds({ name, params }: AtRule, viewport: Viewport): boolean {
  if (name === "supports") return true;
  if (name !== "media") return false;
  return params.split(",").some((query) => query.split(/\band\b/).every((part) => partHolds(part.trim(), viewport)));
}

function partHolds(part: string, { width, height }: Viewport): boolean {
  if (part === "screen" || part === "(scripting:none)") return true;
  if (part === "print" || part === "(pointer:coarse)" || part.startsWith("(prefers-")) return false;
  const [, side, number, unit] = /^\((width|height)>=([\d.]+)(rem|px)\)$/.exec(part) ?? [];
  if (!side) throw new Error(`The form client does not know the media query ${part}`);
  return (side === "width" ? width : height) >= Number(number) * (unit === "rem" ? 16 : 1);
}
