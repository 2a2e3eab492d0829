/** How many of the nearest test files are run first; then three times as many; then all that reach the place. */
const NEAREST = [3, 9];
/** The nearest tests are never as long without a word: something runs for ever then. */
const FOR_NEAREST = { capMs: 240_000, silenceMs: 90_000 };
/** Not all of a hundred files are worth the wait: what was not run by then is named. */
const FOR_ALL = { capMs: 150_000 };

/**
 * Runs tests over planted bugs. A test that is red is asked whether it is green without the bug, before it counts.
 * @returns for a bug: caught and by what, survived, or broken: no test could begin
 */
export function openJudge(runs) {
  const green = new Set();
  const faulty = new Set();

  /** @param unplant takes the bug out; it is in again after `replant` */
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

  /** @param again also where it was green before: a busy machine may be to blame */
  async function areGreen(files, changed, { unplant, replant }, again) {
    if (!again && files.every((each) => green.has(each))) return true;
    unplant();
    const { red, broken, left } = await runs.run(files, changed, FOR_ALL);
    replant();
    const passed = !red && !broken && left.length === 0;
    if (passed) for (const each of files) green.add(each);
    return passed;
  }

  /** @throws when a module that cannot even be loaded does not turn its nearest test red: then nothing would */
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
