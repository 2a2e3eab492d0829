import { SMALL } from "./cells";
import type { Hidden } from "./small-numbers";
import type { Sum } from "./types";

/** What a reader knows of a number: it is at least, and at most. */
interface Bounds {
  least: number;
  most: number;
}

const PASSES = 100;

/**
 * A small number, of those that are kept back, that a reader can work out from what is shown; null when there is none.
 * Looked for by what each sum leaves room for, by all sums as equations, and last by trying every other value of it.
 */
export function followingSmall(
  numbers: ReadonlyMap<string, number>,
  sums: readonly Sum[],
  hidden: Hidden,
): string | null {
  const small = [...numbers].filter(([name, value]) => hidden.has(name) && value < SMALL).map(([name]) => name);
  if (small.length === 0) return null;
  const known = boundsOf(numbers, sums, hidden);
  narrowDown(sums, known);
  const one = small.find((name) => known.get(name)?.least === known.get(name)?.most);
  if (one !== undefined) return one;
  const solved = solvedBy(sums, (name) => numbers.has(name) && !hidden.has(name));
  return (
    small.find((name) => solved.has(name)) ??
    small.find((name) => !hasOther(name, numbers.get(name) ?? 0, sums, known)) ??
    null
  );
}

function boundsOf(numbers: ReadonlyMap<string, number>, sums: readonly Sum[], hidden: Hidden): Map<string, Bounds> {
  const bounds = new Map<string, Bounds>();
  for (const name of sums.flatMap(({ total, parts }) => [total, ...parts])) {
    bounds.set(name, { least: 0, most: Number.POSITIVE_INFINITY });
  }
  for (const [name, value] of numbers) bounds.set(name, { least: value, most: value });
  // Nothing is never kept back.
  for (const [name, how] of hidden) {
    bounds.set(name, { least: 1, most: how === "small" ? SMALL - 1 : Number.POSITIVE_INFINITY });
  }
  return bounds;
}

/** Whether a number could be another one, for all that its sums leave room for. */
function hasOther(name: string, value: number, sums: readonly Sum[], known: ReadonlyMap<string, Bounds>): boolean {
  const { least, most } = known.get(name) ?? { least: 0, most: SMALL };
  // The nearest others: what is farther off is no more possible than they are.
  return [value - 1, value + 1].some((other) => {
    if (other < least || other > most) return false;
    const tried = new Map([...known].map(([each, bounds]) => [each, { ...bounds }]));
    tried.set(name, { least: other, most: other });
    return narrowDown(sums, tried);
  });
}

/** What follows for each number from the sums that it is in, until it stays as it is. @returns false where that cannot be */
function narrowDown(sums: readonly Sum[], bounds: ReadonlyMap<string, Bounds>): boolean {
  const lines = sums.map(({ total, parts }) => ({
    total: bounds.get(total) as Bounds,
    parts: parts.map((part) => bounds.get(part) as Bounds),
  }));
  for (let pass = 0, narrowed = true; narrowed && pass < PASSES; pass++) {
    // Each of them looked at, whether or not one before it was narrowed.
    narrowed = lines.map(({ total, parts }) => narrow(total, parts)).includes(true);
  }
  return lines.every(({ total, parts }) => [total, ...parts].every(({ least, most }) => least <= most));
}

function narrow(total: Bounds, parts: readonly Bounds[]): boolean {
  const least = parts.reduce((sum, part) => sum + part.least, 0);
  const most = parts.reduce((sum, part) => sum + part.most, 0);
  const unbounded = parts.filter((part) => part.most === Number.POSITIVE_INFINITY);
  let narrowed = within(total, least, most);
  for (const part of parts) {
    const others = unbounded.some((other) => other !== part)
      ? Number.POSITIVE_INFINITY
      : parts.reduce((sum, other) => (other === part ? sum : sum + other.most), 0);
    narrowed = within(part, total.least - others, total.most - (least - part.least)) || narrowed;
  }
  return narrowed;
}

function within(bounds: Bounds, least: number, most: number): boolean {
  const { least: wasLeast, most: wasMost } = bounds;
  bounds.least = Math.max(wasLeast, least);
  bounds.most = Math.min(wasMost, most);
  return bounds.least !== wasLeast || bounds.most !== wasMost;
}

const NOTHING = 1e-9;

/** The unknown numbers that the sums, taken as equations, leave one value for. */
function solvedBy(sums: readonly Sum[], isKnown: (name: string) => boolean): Set<string> {
  const lines: { pivot: string; of: Map<string, number> }[] = [];
  for (const { total, parts } of sums) {
    const line = new Map<string, number>();
    const add = (name: string, times: number) => addTo(line, name, times);
    for (const part of parts) if (!isKnown(part)) add(part, 1);
    if (!isKnown(total)) add(total, -1);
    for (const { pivot, of } of lines) takeAway(line, of, pivot);
    const [first] = line;
    if (!first) continue;
    const [pivot, times] = first;
    for (const [name, each] of line) line.set(name, each / times);
    for (const { of } of lines) takeAway(of, line, pivot);
    lines.push({ pivot, of: line });
  }
  return new Set(lines.filter(({ of }) => of.size === 1).map(({ pivot }) => pivot));
}

/** Takes an equation away from another so often that the pivot is gone. */
function takeAway(line: Map<string, number>, other: ReadonlyMap<string, number>, pivot: string): void {
  const times = line.get(pivot);
  if (times === undefined) return;
  for (const [name, each] of other) addTo(line, name, -times * each);
}

function addTo(line: Map<string, number>, name: string, times: number): void {
  const sum = (line.get(name) ?? 0) + times;
  if (Math.abs(sum) < NOTHING) line.delete(name);
  else line.set(name, sum);
}
