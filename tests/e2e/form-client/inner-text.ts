import type { Visibility } from "./visibility";

/** Asks for so many line ends before what follows; neighbours share theirs. */
type Item = string | { lines: number };

/** The text of an element as it is shown, by the rules of the HTML standard for `innerText`. */
export function innerTextOf(element: Element, visibility: Visibility): string {
  if (!visibility.isRendered(element)) return element.textContent ?? "";
  const items = [...element.childNodes].flatMap((node) => itemsOf(node, element, visibility));
  let text = "";
  let lines = 0;
  for (const item of items) {
    if (typeof item !== "string") lines = Math.max(lines, item.lines);
    else if (item !== "") {
      // Spaces at the ends of a line are not shown.
      const begun = text === "" || lines > 0 || /[\n\t ]$/.test(text);
      const more = begun && item !== "\n" && item !== "\t" ? item.replace(/^ +/, "") : item;
      if (more === "") continue;
      if (text !== "" && lines > 0) text = text.replace(/ +$/, "") + "\n".repeat(lines);
      lines = 0;
      text += more;
    }
  }
  return text.replace(/ +$/, "");
}

function itemsOf(node: Node, parent: Element, visibility: Visibility): Item[] {
  if (node.nodeType === 3) {
    const style = visibility.style(parent);
    if (style.visibility !== "visible") return [];
    const text = node.textContent ?? "";
    if (style.whiteSpace === "pre-line") return [text.replace(/[^\S\n\u00a0]+/g, " ")];
    return [style.whiteSpace.startsWith("pre") ? text : text.replace(/[^\S\u00a0]+/g, " ")];
  }
  if (node.nodeType !== 1) return [];
  const element = node as Element;
  if (element.tagName === "BR") return ["\n"];
  const { display } = visibility.style(element);
  if (display === "none" || (display !== "contents" && !visibility.isRendered(element))) return [];
  if (/^(INPUT|TEXTAREA|SELECT|svg)$/.test(element.tagName)) return [];
  const inner = [...element.childNodes].flatMap((child) => itemsOf(child, element, visibility));
  if (element.tagName === "P") return [{ lines: 2 }, ...inner, { lines: 2 }];
  if (display === "table-cell") return element.nextElementSibling ? [...inner, "\t"] : inner;
  if (display === "table-row") return [...inner, { lines: 1 }];
  const isBlock = /^(block|flex|grid|list-item|table|table-caption)$/.test(display);
  return isBlock ? [{ lines: 1 }, ...inner, { lines: 1 }] : inner;
}
