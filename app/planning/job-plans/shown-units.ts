import { hundredthsOf, PA_UNITS } from "./pa-rules";

/** Units between two amounts that are shown differently: a hundredth of a PA. */
export const PA_STEP = PA_UNITS / 100;

/** PA units rounded to the hundredths of a PA that are shown. */
export function shownPaUnits(units: number): number {
  return hundredthsOf(units, PA_UNITS) * PA_STEP;
}

/**
 * Whether parts, each rounded by itself, add up to their sum as it is shown. What has a page of its own, as a session has,
 * is shown alike wherever it stands: where such figures do not add up, their sum says that they are rounded.
 */
export function addUpAsShown(parts: readonly number[], shown = shownPaUnits): boolean {
  return sumOf(parts.map(shown)) === shown(sumOf(parts));
}

/**
 * The parts of a sum, in PA units, as they are shown: rounded so that they add up to the sum as it is shown. The largest
 * remainders are rounded up, of equal ones the first.
 * @param sum the sum as it is shown; without it, that of the parts
 * @param step between two amounts that are shown differently
 */
export function shownPaParts(parts: readonly number[], sum = shownPaUnits(sumOf(parts)), step = PA_STEP): number[] {
  const shown = parts.map((units) => Math.floor(units / step) * step);
  const remainderAt = (at: number) => (parts[at] ?? 0) - (shown[at] ?? 0);
  const byRemainder = [...parts.keys()].sort((one, other) => remainderAt(other) - remainderAt(one));
  const lack = (sum - sumOf(shown)) / step;
  for (const at of lack < 0 ? byRemainder.slice(lack) : byRemainder.slice(0, lack)) {
    shown[at] = (shown[at] ?? 0) + Math.sign(lack) * step;
  }
  // A sum that is rounded otherwise may ask for a step more than there are parts.
  const over = sum - sumOf(shown);
  const [first] = byRemainder;
  if (first !== undefined) shown[first] = (shown[first] ?? 0) + over;
  return shown;
}

function sumOf(parts: readonly number[]): number {
  return parts.reduce((all, units) => all + units, 0);
}
