/** Number of the nearest test files that are run first, and second; all other files that reach the place are third. */
const NEAREST = [3, 9];
/** Limits for the nearest tests: after such a silence something runs for ever. */
const FOR_NEAREST = { capMs: 240_000, silenceMs: 90_000 };
/** Waiting for all of a hundred files is not worthwhile: those that were not run by then are named. */
const FOR_ALL = { capMs: 150_000 };

/**
 * Runs tests on planted bugs. A red test counts only if it is green without the bug.
 * @returns for each bug: caught and by which test, survived, or broken, when no test could begin
 */
export function openJudge(runs) {
  const green = new Set();
  const faulty = new Set();

  /** @param unplant removes the bug; `replant` plants it again */
  async function judge({ file, tests, unplant, replant }) {
    let left = tests.filter((test) => !faulty.has(test));
    const reached = left.length;
    for (const [files, cap] of stagesOf(left)) {
      for (let asked = files; asked.length > 0; ) {
        const { red, broken, left: notRun } = await runs.run(asked, file, cap);
        const first = red ?? broken;
        if (!first) {
          left = left.filter((each) => !asked.includes(each) || notRun.includes(each));
          break;
        }
        const at = first.file === null ? asked : [first.file];
        if (
          await areGreen(at, file, { unplant, replant }, !red || /timed out|Nothing was heard/.test(red.message ?? ""))
        ) {
          if (red) return { outcome: "caught", by: `${first.file ?? "a run"}: ${red.name}` };
          return { outcome: "broken", by: `${first.file}: ${first.message}` };
        }
        for (const each of at) faulty.add(each);
        asked = asked.filter((each) => !faulty.has(each));
        left = left.filter((each) => !faulty.has(each));
      }
    }
    return { outcome: "survived", reached, notRun: left };
  }

  /** @param again run the files even if they were green before, since a slow machine may be the cause */
  async function areGreen(files, changed, { unplant, replant }, again) {
    if (!again && files.every((each) => green.has(each))) return true;
    unplant();
    const { red, broken, left } = await runs.run(files, changed, FOR_ALL);
    replant();
    const passed = !red && !broken && left.length === 0;
    if (passed) for (const each of files) green.add(each);
    return passed;
  }

  /** @throws when a module that cannot be loaded does not turn its nearest test red: no bug would be found then */
  async function prove({ file, tests }) {
    const { red, broken } = await runs.run(tests.slice(0, 1), file, FOR_NEAREST);
    if (!red && !broken) throw new Error(`${tests[0]} does not see what is planted in ${file}`);
  }

  return { judge, prove, faulty };
}

function stagesOf(tests) {
  const [first, second] = NEAREST;
  const stages = [
    [tests.slice(0, first), FOR_NEAREST],
    [tests.slice(first, first + second), FOR_NEAREST],
    [tests.slice(first + second), FOR_ALL],
  ];
  return stages.filter(([files]) => files.length > 0);
}
