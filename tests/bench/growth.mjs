import { BESIDES, LOOK, measureGrowth, USUAL_ROW, YEARS_MEASURED } from "./growth-measured.mjs";
import { backUpNight, drawUsers, placeUsers } from "./placement.mjs";
import { LIMITS, PRICES, PRICES_OF } from "./prices.mjs";

/**
 * `npm run bench -- growth`: measures what one user takes, and places 100,000 of them over regions. The paper is
 * docs/growth.md; each figure of it is printed here.
 */
const SEED = 18;
const USERS = 100_000;
const YEARS = 10;
/** What a day of work is taken for: how many pages and saves, and how many users save anything on the busiest day. */
const PAGES_PER_DAY = 30;
const SAVES_PER_DAY = 12;
const DAYS_A_MONTH = 19;
const ACTIVE = 0.7;
/** The busiest hour of a day has a fifth of its saves. */
const BUSIEST_HOUR = 0.2;
/**
 * `max_concurrency` of the queue of backups; how many of a region are with it at a time; and after how many minutes a
 * message counts as lost.
 */
const CONSUMERS = 10;
const HANDED = 100;
const LOST_AFTER = 120;
/** Milliseconds of a trip to a database that is near, and to one at the other end of the world. */
const TRIPS_MS = { near: 10, far: 150 };
/** What a save is taken to hold up a D1, whose log has to be in several places first; measured here is less. */
const COMMIT_MS = 10;
/** A region is as full as is good at so much of what D1 takes. */
const MARK = 0.7;
const MB = 1e6;
const GB = 1e9;

const { diaries, measured } = await measureGrowth();
tellUse();
const users = drawUsers(USERS, diaries, SEED);
const placed = tellPlacement();
tellCron();
tellNight();
tellCost();

function fixedBytes() {
  return USUAL_ROW * (4 + Object.values(BESIDES).reduce((sum, rows) => sum + rows, 0));
}

function tellUse() {
  const { figures, believable, busy } = diaries;
  print("bytes of a session, a case", `${Math.round(figures.session)} B, ${Math.round(figures.case)} B`);
  for (const [name, { weeks, rest, sessions, cases }] of Object.entries({ believable, busy })) {
    const bytes = weeks.reduce((sum, week) => sum + week, 0) / YEARS_MEASURED + rest;
    print(
      `a year of the ${name} diary`,
      `${Math.round(sessions)} sessions, ${Math.round(cases)} cases, ${(bytes / 1000).toFixed(0)} kB (${(rest / 1000).toFixed(0)} kB of it neither)`,
    );
  }
  print("beside the diary, once", `${(fixedBytes() / 1000).toFixed(0)} kB`);
}

function tellPlacement() {
  const mean = users.reduce((sum, { bytesAYear }) => sum + bytesAYear, 0) / users.length;
  const whole = mean * YEARS + fixedBytes();
  const seats = Math.floor((MARK * LIMITS.databaseBytes) / whole);
  print("a consultant-year, mean of 100,000", `${(mean / 1000).toFixed(0)} kB`);
  print(
    "… of ten years",
    `${(whole / MB).toFixed(1)} MB; users a region at ${MARK * 100}%: ${seats}, at 100%: ${Math.floor(LIMITS.databaseBytes / whole)}`,
  );
  for (const amount of [1_000, 10_000, 100_000]) {
    const some = users.slice(0, amount);
    for (const years of [1, 5, 10]) {
      const regions = Math.ceil(
        some.reduce((sum, { bytesAYear }) => sum + bytesAYear * years + fixedBytes(), 0) /
          (MARK * LIMITS.databaseBytes),
      );
      print(`regions, if places did not count, ${amount} users of ${years} years`, String(regions));
    }
  }
  const rules = {
    [`closed at ${MARK * 100}% of 10 GB`]: ({ bytes }) => bytes >= MARK * LIMITS.databaseBytes,
    "closed at 25% of 10 GB": ({ bytes }) => bytes >= 0.25 * LIMITS.databaseBytes,
    [`closed at ${seats} users`]: ({ users: amount }) => amount >= seats,
  };
  for (const [rule, isFull] of Object.entries(rules)) {
    const { regions, firstOver } = placeUsers(users, {
      years: YEARS,
      fixed: fixedBytes(),
      isFull,
      most: LIMITS.databaseBytes,
    });
    const fullest = regions.reduce((most, each) => (each.bytes > most.bytes ? each : most));
    const over = regions.filter(({ bytes }) => bytes > LIMITS.databaseBytes).length;
    const toMove = regions.reduce(
      (sum, { bytes, users: amount }) => sum + Math.max(0, amount * (1 - (0.85 * LIMITS.databaseBytes) / bytes)),
      0,
    );
    const first = firstOver === null ? "never" : `in month ${firstOver}`;
    print(
      `100,000 come over ten years, ${rule}`,
      `${regions.length} regions; fullest ${(fullest.bytes / GB).toFixed(1)} GB with ${fullest.users} users; over 10 GB: ${over}, first ${first}; to move for 85%: ${Math.round(toMove)} users`,
    );
    if (rule === `closed at ${seats} users`) {
      const later = regions.map((each) => each.users * fixedBytes() + each.bytesAYear * YEARS);
      print(
        "… when all have ten years",
        `fullest ${(Math.max(...later) / GB).toFixed(2)} GB; all ${(later.reduce((sum, each) => sum + each, 0) / GB).toFixed(0)} GB of ${LIMITS.databasesStorage / GB} GB an account`,
      );
    }
  }
  return { mean, seats };
}

/** One backup, and the night of a region, of 1,000 users of ten years and full. */
function tellNight() {
  for (const { rows, bytes, ms, cpu, trips } of measured.backups) {
    print(
      `one backup of ${rows} rows`,
      `${(bytes / 1000).toFixed(0)} kB stored, ${trips} trips, ${ms.toFixed(0)} ms here, CPU of runtime and D1 ${cpu.toFixed(0)} ms`,
    );
  }
  const { cpu, trips } = ofTenYears();
  for (const [where, tripMs] of Object.entries(TRIPS_MS)) {
    const seconds = (cpu + trips * tripMs) / 1000;
    for (const amount of [1_000, placed.seats]) {
      const backups = Math.round(amount * ACTIVE);
      const night = backUpNight([backups], {
        seconds,
        surplusSeconds: (tripMs + 2) / 1000,
        consumers: CONSUMERS,
        handed: HANDED,
        lostAfter: LOST_AFTER,
      });
      const ended = night.minutes === null ? `not within a day: ${night.left} are left` : `${night.minutes} minutes`;
      print(
        `the night of ${amount} users, database ${where}: ${backups} backups of ${seconds.toFixed(2)} s`,
        `${ended}; one waits up to ${night.longestWait} minutes in the queue of backups, and no mail behind it`,
      );
    }
  }
}

/** A backup of ten busy years, by the two that were measured. */
function ofTenYears() {
  const [small, big] = measured.backups;
  const rows = (big.rows * YEARS) / YEARS_MEASURED;
  const along = (name) => big[name] + ((big[name] - small[name]) / (big.rows - small.rows)) * (rows - big.rows);
  return { rows, cpu: along("cpu"), trips: along("trips"), bytes: along("bytes") };
}

/** What the cron of a minute takes of its minute. */
function tellCron() {
  const { statements, trips } = measured.sweep;
  const far = Object.entries(TRIPS_MS).map(([where, ms]) => `${((trips * ms) / 1000).toFixed(2)} s ${where}`);
  print("the cron of each minute", `${statements} statements in ${trips} trips: ${far.join(", ")}`);
  print("… of which it looks at what must not be by", `${LOOK.statements} statements`);
}

function tellCost() {
  const years = YEARS / 2;
  const [pages, saves] = [PAGES_PER_DAY * DAYS_A_MONTH, SAVES_PER_DAY * DAYS_A_MONTH];
  const million = (amount, price) => (amount / 1e6) * price;
  const half = years / YEARS;
  const parts = {
    "D1 storage": ((placed.mean * years + fixedBytes()) / GB) * PRICES.databaseStorage,
    "D1 rows written": million(saves * measured.save.rowsWritten, PRICES.rowsWritten),
    "D1 rows read": million(
      pages * measured.page.rowsRead + DAYS_A_MONTH * 2 * ofTenYears().rows * half,
      PRICES.rowsRead,
    ),
    "R2 storage of 36 backups": ((36 * ofTenYears().bytes * half) / GB) * PRICES.storeStorage,
    "R2 writes": million(DAYS_A_MONTH, PRICES.storeWrites),
    requests: million(pages + saves, PRICES.requests),
    CPU: million(pages * measured.page.cpu + saves * measured.save.cpu, PRICES.cpuMs),
    queue: million(3 * 3 * DAYS_A_MONTH, PRICES.queueOperations),
  };
  print(
    "rows of a page and of a save",
    `${measured.page.rowsRead} read in ${measured.page.ms.toFixed(1)} ms; ${measured.save.rowsWritten} written in ${measured.save.ms.toFixed(1)} ms of D1, ${measured.save.trips} trips`,
  );
  for (const [part, dollars] of Object.entries(parts))
    print(`a consultant-month of year ${years}, ${part}`, `$${dollars.toFixed(5)}`);
  print(
    "a consultant-month, all",
    `$${Object.values(parts)
      .reduce((sum, each) => sum + each, 0)
      .toFixed(4)} at the list prices of ${PRICES_OF}, with ${PRICES.planAMonth} dollars a month for the account`,
  );
  const inHour = (placed.seats * ACTIVE * SAVES_PER_DAY * BUSIEST_HOUR) / 3600;
  print(
    "saves a second of a full region's busiest hour",
    `${inHour.toFixed(2)}; one D1 takes ${1000 / Math.max(COMMIT_MS, measured.save.ms)} saves of ${COMMIT_MS} ms a second`,
  );
}

function print(what, figure) {
  console.log(`  ${what}: ${figure}`);
}
