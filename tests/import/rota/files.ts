/** An .ics file with these events. */
export function calendarOf(...events: readonly string[]): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Rota 1.2//EN",
    "X-WR-CALNAME:Rota",
    ...events,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

/** @param start as the file has it: `20261124T080000`, or a date alone */
export function eventOf(uid: string, start: string, end: string, title: string, ...more: readonly string[]): string {
  const value = (moment: string) => (/^\d{8}$/.test(moment) ? `;VALUE=DATE:${moment}` : `:${moment}`);
  return [
    "BEGIN:VEVENT",
    ...(uid === "" ? [] : [`UID:${uid}`]),
    `DTSTART${value(start)}`,
    `DTEND${value(end)}`,
    `SUMMARY:${title}`,
    ...more,
    "END:VEVENT",
  ].join("\r\n");
}
