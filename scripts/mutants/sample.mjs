/** A generator of numbers from 0 to 1, the same for each seed (mulberry32). */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function shuffled(list, dice) {
  const rest = [...list];
  for (let last = rest.length - 1; last > 0; last -= 1) {
    const other = Math.floor(dice() * (last + 1));
    [rest[last], rest[other]] = [rest[other], rest[last]];
  }
  return rest;
}

/** Draws bugs in the order in which they are planted, spread over kinds, and within a kind over slices. */
export function openSample(bugs, dice) {
  const kinds = shuffled(Object.entries(Object.groupBy(bugs, ({ kind }) => kind)), dice);
  const waiting = new Map(kinds.map(([kind, ofKind]) => [kind, overSlices(ofKind, dice)]));
  const planted = new Map(kinds.map(([kind]) => [kind, 0]));
  const least = () => [...planted].filter(([kind]) => waiting.get(kind).length > 0).sort(([, a], [, b]) => a - b)[0];
  return {
    /** The next bugs, each of the kind that was planted least; fewer if there are no more. */
    draw(n) {
      const drawn = [];
      for (let next = least(); next && drawn.length < n; next = least()) {
        const [kind, before] = next;
        drawn.push(waiting.get(kind).shift());
        planted.set(kind, before + 1);
      }
      return drawn;
    },
    /** The bug was invalid: another of its kind replaces it. */
    giveBack: ({ kind }) => planted.set(kind, planted.get(kind) - 1),
  };
}

function overSlices(bugs, dice) {
  const slices = shuffled(Object.values(Object.groupBy(bugs, ({ file }) => sliceOf(file))), dice);
  const rest = slices.map((ofSlice) => shuffled(ofSlice, dice));
  const inTurn = [];
  while (inTurn.length < bugs.length) {
    for (const slice of rest) if (slice.length > 0) inTurn.push(slice.pop());
  }
  return inTurn;
}

/** The slice of a file: `diary` of `app/diary/sessions/form.ts`, `leave` of `app/routes/leave/leave.tsx`. */
function sliceOf(file) {
  const [top, second, third] = file.split("/");
  if (top !== "app") return top;
  return second === "routes" ? third.replace(/\.tsx?$/, "") : second;
}
