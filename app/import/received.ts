/** How far an import has come. */
export interface Received {
  /** Lines that are there so far, those included that were there before. */
  received: number;
  expected: number;
  /** That an earlier import brought. */
  known: number;
  complete: boolean;
}
