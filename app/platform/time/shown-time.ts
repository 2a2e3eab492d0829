/**
 * What a time field shows of what was typed, hh:mm (specification section 5): the colon comes by itself after the hours,
 * and a first digit above 2 gets a 0 in front. It is read as what was typed would be, and nothing of that goes: where three
 * digits are a time of their own (`230` is 02:30, until a fourth makes 23:00 of it) no colon is put into them, and what
 * has other signs (`5pm`, `9.5`) or is no time stands as it is, until the form says so.
 */
export function shownTime(typed: string): string {
  const withColon = /^(\d{1,2}):\d*$/.exec(typed);
  if (withColon) return withColon[1]?.length === 1 ? `0${typed}` : typed;
  if (/^[3-9]\d*$/.test(typed)) return `0${typed.charAt(0)}:${typed.slice(1)}`;
  if (!/^\d{2,}$/.test(typed) || /^\d[0-5]\d$/.test(typed)) return typed;
  return `${typed.slice(0, 2)}:${typed.slice(2)}`;
}
