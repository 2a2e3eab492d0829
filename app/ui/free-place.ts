/** What must not be hidden: all that can be pressed or typed in, and the bars that such things stand in. */
const TAKEN = "a, button, input, select, textarea, summary, label, [data-dialog-page] > footer, body > header";

const MARGIN_PX = 8;
const STEP_PX = 12;

/** What is in front: a dialog, or the page. */
function front(): Element {
  return [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
}

/** True while some of it is seen, below the bar that stays at the top. */
export function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const bar = document.querySelector("body > header");
  const from = bar && !element.closest("dialog") ? bar.getBoundingClientRect().bottom : 0;
  return bottom > from && top < innerHeight;
}

/** How far down an element that is fixed to the window hides nothing: as far as can be. null where there is no such place. */
export function freeTop(element: Element): number | null {
  const { left, right, height } = element.getBoundingClientRect();
  const taken = [...front().querySelectorAll(TAKEN)]
    // A closed menu keeps its place, and is not there.
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect())
    // What is there for screen readers alone is a dot.
    .filter((box) => box.width > 1 && box.height > 1 && box.right > left - MARGIN_PX && box.left < right + MARGIN_PX);
  for (let top = innerHeight - height - 2 * MARGIN_PX; top >= MARGIN_PX; top -= STEP_PX) {
    const hides = taken.some((box) => box.bottom > top - MARGIN_PX && box.top < top + height + MARGIN_PX);
    if (!hides) return top;
  }
  return null;
}
