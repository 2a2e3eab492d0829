/** `1 session`, `12,034 sessions`, `0 entries of leave`. @param many where it is not `one` with an s */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en-GB")} ${n === 1 ? one : many}`;
}

/** As `counted`, and empty for none: for a list that leaves out what there is none of. */
export function countedIfAny(n: number, one: string, many?: string): string {
  return n === 0 ? "" : counted(n, one, many);
}
