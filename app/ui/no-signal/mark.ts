/** Whether this browser was switched on: by its cookie, so that nothing else is loaded for those who have it off. */
export function isSwitchedOn(): boolean {
  return /(?:^|; )(?:__\w+-)?no_signal=./.test(document.cookie);
}
