import { test } from "@playwright/test";

/** Tries are counted by quarters of an hour of the clock, or by whole hours. */
const WINDOW_MS = 15 * 60_000;
/** No journey takes longer to a limit, on a busy machine either. */
const JOURNEY_MS = 60_000;

/** For a journey that goes over a limit: begins it in a window that does not end meanwhile, as the next counts anew. */
export async function withinOneWindow(): Promise<void> {
  const leftMs = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (leftMs > JOURNEY_MS) return;
  test.slow();
  await new Promise((done) => setTimeout(done, leftMs));
}
