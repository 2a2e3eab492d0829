/** What has become another. */
export class Change {
  readonly was: unknown;
  readonly is: unknown;

  constructor(was: unknown, is: unknown) {
    this.was = was;
    this.is = is;
  }
}

/** A value of the differences by their paths, `+` before what came, `-` before what went; `undefined` without any. */
export function differenceOf(was: unknown, is: unknown): unknown {
  if (JSON.stringify(was) === JSON.stringify(is)) return undefined;
  if (Array.isArray(was) && Array.isArray(is)) return ofLists(was, is);
  if (isRecord(was) && isRecord(is)) return ofRecords(was, is);
  return new Change(was, is);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function ofRecords(was: Record<string, unknown>, is: Record<string, unknown>): unknown {
  const gone = Object.keys(was).filter((key) => !(key in is));
  return Object.fromEntries([
    ...gone.map((key) => [`- ${key}`, undefined]),
    ...Object.entries(is).flatMap(([key, each]) =>
      key in was ? below(key, differenceOf(was[key], each)) : [[`+ ${key}`, each]],
    ),
  ]);
}

/** Members that are in both, in one order, stay; between two of these they change in turn, and the rest came or went. */
function ofLists(was: unknown[], is: unknown[]): unknown {
  const members: [string, unknown][] = [];
  let [from, to] = [0, 0];
  for (const [one, other] of [...inBoth(was, is), [was.length, is.length] as const]) {
    const changed = Math.min(one - from, other - to);
    for (let nth = 0; nth < changed; nth += 1) {
      members.push(...below(`[${from + nth}]`, differenceOf(was[from + nth], is[to + nth])));
    }
    for (let at = from + changed; at < one; at += 1) members.push([`- [${at}]`, undefined]);
    for (let at = to + changed; at < other; at += 1) members.push([`+ [${at}]`, is[at]]);
    [from, to] = [one + 1, other + 1];
  }
  return Object.fromEntries(members);
}

/** Where the members of a longest list are that both lists hold in this order. */
function inBoth(was: unknown[], is: unknown[]): [number, number][] {
  const [ones, others] = [was, is].map((list) => list.map((each) => JSON.stringify(each))) as [string[], string[]];
  const lengths = [...ones, ""].map(() => new Uint32Array(others.length + 1));
  const length = (one: number, other: number) => lengths[one]?.[other] ?? 0;
  for (let one = ones.length - 1; one >= 0; one -= 1) {
    for (let other = others.length - 1; other >= 0; other -= 1) {
      const isSame = ones[one] === others[other];
      (lengths[one] as Uint32Array)[other] = isSame
        ? 1 + length(one + 1, other + 1)
        : Math.max(length(one + 1, other), length(one, other + 1));
    }
  }
  const found: [number, number][] = [];
  for (let [one, other] = [0, 0]; one < ones.length && other < others.length; ) {
    if (ones[one] === others[other]) found.push([one++, other++]);
    else if (length(one + 1, other) >= length(one, other + 1)) one += 1;
    else other += 1;
  }
  return found;
}

/** A difference under the key at which it is; a single one under its whole path. */
function below(key: string, difference: unknown): [string, unknown][] {
  if (difference === undefined) return [];
  const members = isRecord(difference) && !(difference instanceof Change) ? Object.entries(difference) : [];
  const [[path, value] = ["", undefined]] = members;
  if (members.length !== 1) return [[key, difference]];
  const [, sign = "", rest = ""] = /^([+-] )?(.*)$/s.exec(path) ?? [];
  return [[sign + key + (rest.startsWith("[") ? "" : ".") + rest, value]];
}
