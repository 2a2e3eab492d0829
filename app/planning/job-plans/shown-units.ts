import { hundredthsOf, PA_UNITS } from "./pa-rules";

/** Units between two amounts that are shown differently: a hundredth of a PA. */
const PA_STEP = PA_UNITS / 100;

/** PA units rounded to the hundredths of a PA that are shown. */
export function shownPaUnits(units: number): number {
  return hundredthsOf(units, PA_UNITS) * PA_STEP;
}

/**
 * The parts of a sum, in PA units, as they are shown: rounded so that they add up to the sum as it is shown. The largest
 * remainders are rounded up, of equal ones the first.
 * @param sum the sum as it is shown; without it, that of the parts
 */
export function shownPaParts(
  parts: readonly number[],
  sum = shownPaUnits(parts.reduce((all, units) => all + units, 0)),
): number[] {
  const shown = parts.map((units) => Math.floor(units / PA_STEP) * PA_STEP);
  const remainderAt = (at: number) => (parts[at] ?? 0) - (shown[at] ?? 0);
  const byRemainder = [...parts.keys()].sort((one, other) => remainderAt(other) - remainderAt(one));
  const lack = (sum - shown.reduce((all, units) => all + units, 0)) / PA_STEP;
  for (const at of lack < 0 ? byRemainder.slice(lack) : byRemainder.slice(0, lack)) {
    shown[at] = (shown[at] ?? 0) + Math.sign(lack) * PA_STEP;
  }
  // A sum that is rounded otherwise may ask for a step more than there are parts.
  const over = sum - shown.reduce((all, units) => all + units, 0);
  const [first] = byRemainder;
  if (first !== undefined) shown[first] = (shown[first] ?? 0) + over;
  return shown;
}
