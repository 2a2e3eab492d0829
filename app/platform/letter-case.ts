/** `Fixed amount` for `fixed amount`: the beginning of a sentence or a label. */
export function upperFirst(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `fixed amount` for `Fixed amount`: within a sentence. */
export function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
