import { env } from "cloudflare:workers";
import fc from "fast-check";
import { TestRunner } from "vitest";
import { drawn } from "./sample";

const { DAYBOOK_SEED, DAYBOOK_FULL } = env as unknown as { DAYBOOK_SEED: string; DAYBOOK_FULL: string };

/** Whether this run leaves nothing out: `npm run test:full`, and tests that are named by words. */
export const isFull = DAYBOOK_FULL !== "";

/** Every property of a run draws from one seed, new in each run: what fails says how to have the same draws again. */
fc.configureGlobal({
  seed: Number(DAYBOOK_SEED),
  reporter(details) {
    if (!details.failed) return;
    const again = `To draw the same again, set DAYBOOK_SEED=${details.seed} in the environment.`;
    throw new Error(`${again}\n${fc.defaultReportMessage(details)}`, { cause: details.errorInstance });
  },
});

/**
 * All of these in a full run, else a sample by the run's seed, of which the run says its size. Of what is interchangeable
 * alone: never of owners, versions or ways to log in.
 * @param share how much of it: a fifth is 1 / 5
 * @param of what the sample is for, where others of this name are for something else
 */
export function sampled<Item>(name: string, items: readonly Item[], share: number, of = ""): readonly Item[] {
  if (isFull) return items;
  const some = drawn(items, { share, seed: DAYBOOK_SEED, name: `${name} ${of}` });
  sayDrawn(`${name}, ${some.length} of ${items.length}`);
  return some;
}

/** How often something is tried at random. */
export function timesOf(name: string, inFull: number, otherwise: number): number {
  if (!isFull) sayDrawn(`${name}, ${otherwise} of ${inFull}`);
  return isFull ? inFull : otherwise;
}

/** For the run to print: what a test prints is seen only where it fails. */
function sayDrawn(line: string): void {
  const { meta } = TestRunner.getCurrentSuite().file as { meta: { drawn?: string[] } };
  meta.drawn = [...new Set([...(meta.drawn ?? []), line])];
}

export default fc;
