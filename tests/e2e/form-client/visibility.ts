import { type StyleRule, styleRules, type Viewport } from "./style-rules";

export interface ComputedStyle {
  display: string;
  visibility: string;
  content: string;
  pointerEvents: string;
  position: string;
  whiteSpace: string;
  cursor: string;
}

const NOT_RENDERED = new Set(
  "AREA BASE DATALIST HEAD LINK META NOEMBED NOFRAMES PARAM RP SCRIPT STYLE TEMPLATE TITLE".split(" "),
);
const BLOCKS = new Set(
  (
    "ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 " +
    "H4 H5 H6 HEADER HGROUP HR HTML LEGEND MAIN MENU NAV OL P PRE SEARCH SECTION SUMMARY UL"
  ).split(" "),
);
const TABLE_PARTS: Record<string, string> = {
  ...{ TABLE: "table", CAPTION: "table-caption", COLGROUP: "table-column-group", COL: "table-column" },
  ...{ THEAD: "table-header-group", TBODY: "table-row-group", TFOOT: "table-footer-group", TR: "table-row" },
  ...{ TD: "table-cell", TH: "table-cell", LI: "list-item", OPTION: "block", OPTGROUP: "block" },
};
/** They take room even when nothing stands in them. */
const BOXES = new Set("BUTTON HR IMG INPUT METER PROGRESS SELECT SUMMARY SVG TD TEXTAREA TH VIDEO CANVAS".split(" "));

const rulesFor = new Map<string, { byClass: Map<string, StyleRule[]>; others: StyleRule[] }>();

function rulesOf(viewport: Viewport) {
  const key = `${viewport.width}x${viewport.height}`;
  const known = rulesFor.get(key);
  if (known) return known;
  const byClass = new Map<string, StyleRule[]>();
  const others: StyleRule[] = [];
  for (const rule of styleRules(viewport)) {
    if (!rule.className) others.push(rule);
    else byClass.set(rule.className, [...(byClass.get(rule.className) ?? []), rule]);
  }
  const made = { byClass, others };
  rulesFor.set(key, made);
  return made;
}

/** What of a page is shown: the built style sheet and the browser's own, as far as they show and hide. */
export class Visibility {
  private readonly styles = new Map<string, WeakMap<Element, ComputedStyle>>();
  private boxes = new WeakMap<Element, boolean>();
  private readonly rules;

  /** @param html the page as it came: most rules are of other pages */
  constructor(viewport: Viewport, html: string) {
    const { byClass, others } = rulesOf(viewport);
    const fitting = others.filter(({ needs }) => needs.length === 0 || needs.some((name) => html.includes(name)));
    this.rules = { byClass, others: fitting };
  }

  /** After an act: what is ticked or open may show something else. */
  forget(): void {
    this.styles.clear();
    this.boxes = new WeakMap();
  }

  style(element: Element, pseudo = ""): ComputedStyle {
    const known = this.styles.get(pseudo) ?? new WeakMap<Element, ComputedStyle>();
    this.styles.set(pseudo, known);
    const style = known.get(element) ?? this.compute(element, pseudo);
    known.set(element, style);
    return style;
  }

  /** Neither it nor what holds it is out of the page. */
  isRendered(element: Element): boolean {
    for (let each: Element | null = element; each; each = each.parentElement) {
      if (each !== element && this.isSkipped(each, element)) return false;
      if (this.style(each).display === "none") return false;
    }
    return this.style(element).display !== "contents";
  }

  /** It takes room: something that is shown stands in it. */
  hasBox(element: Element): boolean {
    const known = this.boxes.get(element);
    if (known !== undefined) return known;
    const has = this.isRendered(element) && (BOXES.has(element.tagName.toUpperCase()) || this.isFilled(element));
    this.boxes.set(element, has);
    return has;
  }

  private isFilled(element: Element): boolean {
    if (element.closest("svg")) return true;
    if (["::before", "::after"].some((pseudo) => /"[^"]+"/.test(this.style(element, pseudo).content))) return true;
    return [...element.childNodes].some((node) => {
      if (node.nodeType === 3) return !this.isSkipped(element, node) && /\S/.test(node.textContent ?? "");
      if (node.nodeType !== 1) return false;
      const child = node as Element;
      return this.style(child).display === "contents" ? this.isFilled(child) : this.hasBox(child);
    });
  }

  /** A closed `details` shows its first summary alone. */
  private isSkipped(holder: Element, inner: Node): boolean {
    if (holder.tagName !== "DETAILS" || holder.hasAttribute("open")) return false;
    const summary = [...holder.children].find(({ tagName }) => tagName === "SUMMARY");
    return !summary?.contains(inner);
  }

  private compute(element: Element, pseudo: string): ComputedStyle {
    const set = this.cascade(element, pseudo);
    const parent = pseudo ? element : element.parentElement;
    const above = parent ? this.style(parent) : undefined;
    const position = set.get("position") ?? "static";
    const display = set.get("display") ?? (pseudo ? "inline" : ownDisplay(element));
    const inFlow = !/flex|grid/.test(above?.display ?? "") && !/absolute|fixed/.test(position);
    return {
      display: inFlow ? display : display.replace(/^inline(-|$)/, (_, more) => (more ? "" : "block")),
      visibility: set.get("visibility") ?? above?.visibility ?? "visible",
      content: set.get("content") ?? (pseudo ? "none" : "normal"),
      pointerEvents: set.get("pointer-events") ?? above?.pointerEvents ?? "auto",
      position,
      whiteSpace: set.get("white-space") ?? (element.tagName === "PRE" ? "pre" : (above?.whiteSpace ?? "normal")),
      cursor: "auto",
    };
  }

  private cascade(element: Element, pseudo: string): Map<string, string> {
    const named = [...element.classList].flatMap((name) => this.rules.byClass.get(name) ?? []);
    const fitting = [...this.rules.others, ...named].filter(
      (rule) => rule.pseudo === pseudo && (rule.selector === `.${rule.className}` || element.matches(rule.selector)),
    );
    const winners = new Map<string, { value: string; rank: number[]; important: boolean }>();
    for (const { declarations, rank } of fitting) {
      for (const { property, value, important } of declarations) {
        const held = winners.get(property);
        if (!held || wins({ rank, important }, held)) winners.set(property, { value, rank, important });
      }
    }
    const inline = pseudo ? "" : (element.getAttribute("style") ?? "");
    const set = new Map([...winners].map(([property, { value }]) => [property, value]));
    const [, display] = /(?:^|;)\s*display\s*:\s*([\w-]+)/.exec(inline) ?? [];
    if (display && !winners.get("display")?.important) set.set("display", display);
    return set;
  }
}

interface Weight {
  rank: number[];
  important: boolean;
}

/** Among what is important the order of the layers is turned round. */
function wins(one: Weight, other: Weight): boolean {
  if (one.important !== other.important) return one.important;
  const order = one.rank.findIndex((number, at) => number !== other.rank[at]);
  const more = (one.rank[order] ?? 0) > (other.rank[order] ?? 0);
  const byLayer = order < Math.min(one.rank.length, other.rank.length) - 4;
  return one.important && byLayer ? !more : more;
}

/** The browser's own style sheet. */
function ownDisplay(element: Element): string {
  const tag = element.tagName.toUpperCase();
  if (NOT_RENDERED.has(tag)) return "none";
  if (tag === "INPUT" && element.getAttribute("type")?.toLowerCase() === "hidden") return "none";
  if (tag === "DIALOG" && !element.hasAttribute("open")) return "none";
  if (element.hasAttribute("popover")) return "none";
  if (element.hasAttribute("hidden") && element.namespaceURI === "http://www.w3.org/1999/xhtml") return "none";
  if (BLOCKS.has(tag)) return "block";
  if (tag === "BUTTON" || tag === "INPUT" || tag === "SELECT" || tag === "TEXTAREA") return "inline-block";
  return TABLE_PARTS[tag] ?? "inline";
}
