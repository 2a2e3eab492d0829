import { plant, typeFaults } from "./copy.mjs";

/**
 * The bugs that the type checker refuses, which no run of tests needs to find. Asked for many at once, for it takes
 * as long for one as for all: a fault in a file that none was planted in is looked for in either half of them.
 */
export function refusedByTypes(copy, bugs) {
  return onePerFile(bugs).flatMap((round) => refusedOf(copy, round));
}

/** A file holds one bug at a time. */
function onePerFile(bugs) {
  const rounds = [];
  for (const bug of bugs) {
    const free = rounds.find((round) => round.every(({ file }) => file !== bug.file));
    if (free) free.push(bug);
    else rounds.push([bug]);
  }
  return rounds;
}

function refusedOf(copy, bugs) {
  if (bugs.length === 0) return [];
  const files = filesAtFault(copy, bugs);
  if (files.size === 0) return [];
  if (bugs.length === 1) return bugs;
  const refused = bugs.filter(({ file }) => files.has(file));
  const others = bugs.filter((bug) => !refused.includes(bug));
  const elsewhere = [...files].some((file) => bugs.every((bug) => bug.file !== file));
  if (!elsewhere) return refused;
  const half = Math.ceil(others.length / 2);
  return [...refused, ...refusedOf(copy, others.slice(0, half)), ...refusedOf(copy, others.slice(half))];
}

function filesAtFault(copy, bugs) {
  const unplant = bugs.map(({ file, change }) => plant(copy, file, change));
  try {
    return new Set(typeFaults(copy).map((fault) => fault.slice(0, fault.indexOf("("))));
  } finally {
    for (const each of unplant) each();
  }
}
