/** 100,000 users placed over regions, month after month: what `npm run bench -- growth` prints is made of it. */

/**
 * Who keeps a diary, as far as it can be assumed: a fifth as busy as the diary made for the benchmarks, the others as the
 * seeded one, and three of ten work part of the week.
 */
const BUSY = 0.2;
const PART_TIME = 0.3;
const WEEKS_PER_YEAR = 52;
const MINUTES_PER_DAY = 24 * 60;
const MONTHS_PER_YEAR = 12;

/** Where users live: shares of the hints of D1. */
export const PLACES = [
  { place: "eu", share: 0.4 },
  { place: "enam", share: 0.2 },
  { place: "wnam", share: 0.1 },
  { place: "apac", share: 0.2 },
  { place: "oc", share: 0.1 },
];

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function numbersFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Draws users: each their place, and the bytes that a year adds, of weeks drawn from a measured diary.
 * @param diaries `believable` and `busy`: `weeks`, the bytes of the sessions and cases of each week, and `rest`, the bytes
 * a year of everything else
 */
export function drawUsers(amount, diaries, seed) {
  const next = numbersFrom(seed);
  return Array.from({ length: amount }, () => {
    const place = placeAt(next());
    const { weeks, rest } = next() < BUSY ? diaries.busy : diaries.believable;
    const worked = next() < PART_TIME ? 0.5 + 0.4 * next() : 1;
    let bytes = rest;
    for (let week = 0; week < WEEKS_PER_YEAR; week += 1) {
      const drawn = weeks[Math.floor(next() * weeks.length)];
      if (next() < worked) bytes += drawn;
    }
    return { place, bytesAYear: bytes };
  });
}

function placeAt(number) {
  let below = 0;
  for (const { place, share } of PLACES) {
    below += share;
    if (number < below) return place;
  }
  return PLACES[0].place;
}

/**
 * Lets the users come evenly over so many years, each into the open region of their place, and their diaries grow. A
 * region that `isFull` closes for good, and the place opens another.
 * @param fixed bytes of a user before the first entry
 * @returns the regions with their users and bytes, and the month in which the first was larger than `most`
 */
export function placeUsers(users, { years, fixed, isFull, most }) {
  const months = years * MONTHS_PER_YEAR;
  const regions = [];
  const open = new Map();
  let firstOver = null;
  for (let month = 0, next = 0; month < months; month += 1) {
    for (const region of regions) region.bytes += region.bytesAYear / MONTHS_PER_YEAR;
    const until = Math.round((users.length * (month + 1)) / months);
    for (; next < until; next += 1) {
      const { place, bytesAYear } = users[next];
      let region = open.get(place);
      if (!region || isFull(region)) {
        region = { place, users: 0, bytes: 0, bytesAYear: 0 };
        regions.push(region);
        open.set(place, region);
      }
      region.users += 1;
      region.bytes += fixed;
      region.bytesAYear += bytesAYear;
    }
    if (firstOver === null && regions.some(({ bytes }) => bytes > most)) firstOver = month + 1;
  }
  return { regions, firstOver };
}

/**
 * One night of backups, by the minute: in each region the cron hands backups that wait to the queue, each once until its
 * message counts as lost and at most `handed` at a time, and `consumers` take message after message.
 * @param amounts backups of each region
 * @param seconds of a backup, and of a message whose backup is made already
 * @param lostAfter minutes
 * @returns minutes until the last is made, null if a day is not enough; surplus messages; and the most minutes that a
 * message waits in the queue
 */
export function backUpNight(amounts, { seconds, surplusSeconds, handed, consumers, lostAfter }) {
  const regions = amounts.map((amount) => ({
    made: new Uint8Array(amount),
    since: new Int32Array(amount).fill(-lostAfter),
  }));
  const night = { minutes: null, surplus: 0, longestWait: 0 };
  /** The messages of each minute. */
  const queue = [];
  let [at, left, spare] = [0, amounts.reduce((sum, each) => sum + each, 0), 0];
  for (let minute = 0; minute < MINUTES_PER_DAY && (left > 0 || queue.length > 0); minute += 1) {
    const messages = regions.flatMap((region) => handOver(region, minute, { handed, lostAfter }));
    if (messages.length > 0) queue.push({ minute, messages });
    for (spare += consumers * 60; spare > 0 && queue.length > 0; ) {
      const [{ minute: since, messages }] = queue;
      const { made, each } = messages[at];
      const isSurplus = made[each] === 1;
      spare -= isSurplus ? surplusSeconds : seconds;
      if (isSurplus) night.surplus += 1;
      else left -= 1;
      made[each] = 1;
      if (left === 0) night.minutes ??= minute + 1;
      at += 1;
      if (at < messages.length) continue;
      night.longestWait = Math.max(night.longestWait, minute - since);
      queue.shift();
      at = 0;
    }
    if (queue.length === 0) spare = Math.min(spare, 0);
  }
  const oldest = queue[0] ? MINUTES_PER_DAY - queue[0].minute : 0;
  return { ...night, left, longestWait: Math.max(night.longestWait, oldest) };
}

/** The messages that the cron of a minute sends for a region. */
function handOver({ made, since }, minute, { handed, lostAfter }) {
  const free = [];
  let out = 0;
  for (let each = 0; each < made.length; each += 1) {
    if (made[each] === 1) continue;
    if (since[each] > minute - lostAfter) out += 1;
    else if (free.length < handed) free.push(each);
  }
  return free.slice(0, Math.max(0, handed - out)).map((each) => {
    since[each] = minute;
    return { made, each };
  });
}
