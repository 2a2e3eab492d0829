import type { Visibility } from "./visibility";

const CAN_FOCUS =
  "a[href], area[href], button, input, select, textarea, summary, iframe, audio[controls], video[controls], [tabindex], [contenteditable]";

/** The elements that Tab goes through, in its order. */
export function tabOrder(document: Document, visibility: Visibility): Element[] {
  const all = [...document.querySelectorAll(CAN_FOCUS)].filter(
    (element) => isFocusable(element, visibility) && tabIndexOf(element) >= 0 && isStopOfItsGroup(element),
  );
  const first = all.filter((element) => tabIndexOf(element) > 0);
  first.sort((one, other) => tabIndexOf(one) - tabIndexOf(other));
  return [...first, ...all.filter((element) => tabIndexOf(element) === 0)];
}

export function isFocusable(element: Element, visibility: Visibility): boolean {
  if (!element.matches(CAN_FOCUS) || element.matches(":disabled") || element.closest("[inert]")) return false;
  if (element.tagName === "SUMMARY" && !element.hasAttribute("tabindex") && !isFirstSummary(element)) return false;
  return visibility.isRendered(element) && visibility.style(element).visibility === "visible";
}

function tabIndexOf(element: Element): number {
  const given = Number.parseInt(element.getAttribute("tabindex") ?? "", 10);
  return Number.isNaN(given) ? 0 : given;
}

function isFirstSummary(element: Element): boolean {
  const details = element.parentElement;
  return details?.tagName === "DETAILS" && details.querySelector(":scope > summary") === element;
}

/** Of the radio buttons of one name Tab stops at the one that is chosen, else at the first. */
function isStopOfItsGroup(element: Element): boolean {
  if (!element.matches("input[type=radio]")) return true;
  const radio = element as HTMLInputElement;
  if (!radio.name) return true;
  const group = [...element.ownerDocument.querySelectorAll<HTMLInputElement>("input[type=radio]")].filter(
    (each) => each.name === radio.name && each.form === radio.form && !each.matches(":disabled"),
  );
  return radio === (group.find(({ checked }) => checked) ?? group[0]);
}

/** Where a fragment leads: what is folded away is opened, and what can be focused is. */
export function goToFragment(document: Document, visibility: Visibility): void {
  const target = document.getElementById(decodeURIComponent(document.location.hash.slice(1)));
  if (!target) return;
  for (let each = target.parentElement; each; each = each.parentElement) {
    if (each.tagName === "DETAILS") each.setAttribute("open", "");
  }
  visibility.forget();
  if (isFocusable(target, visibility)) target.focus();
}
