/** Work that can stop between two of its slices: none of them keeps a page from answering for long. */
export type Slices<Result> = Generator<void, Result>;

/** Rows that one slice takes. */
export const ROWS_A_SLICE = 1_000;

/** One after the other, with a stop after each so many. */
export function* eachInSlices<Item>(items: readonly Item[], act: (item: Item) => void): Slices<void> {
  for (const [index, item] of items.entries()) {
    act(item);
    if (index % ROWS_A_SLICE === ROWS_A_SLICE - 1) yield;
  }
  yield;
}

/** Does the work in one go: where nobody waits at a screen. */
export function atOnce<Result>(work: Slices<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does the work with a breath after each slice, in which the page answers to keys and pointers. */
export async function inSlices<Result>(work: Slices<Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await breath();
  }
}

/** A message and not a timer: timers of a page in the background fire once a second. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
