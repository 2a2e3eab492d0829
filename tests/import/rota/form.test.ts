import { expect, test } from "vitest";
import { fileForm, parseCalendar } from "~/import/rota/form";

const KEY = "k".repeat(22);
const CARRIED = {
  ...{ key: KEY, first: "2026-11-24", last: "2026-11-25", titles: ["List", "Clinic"] },
  cancelled: [
    [KEY, 1000, 0],
    [`~${KEY.slice(1)}`, 1000, 1],
  ],
  events: [
    [KEY, 0, 1000, 1060, 0],
    [KEY, 1, 1000, 1060, 1],
  ],
  unread: { faulty: 0, endless: 1, long: 0, repeats: 0, zones: 0 },
};

test("a calendar that its page carries is read again", () => {
  const { events: _, cancelled: __, ...others } = CARRIED;
  expect(parseCalendar(JSON.stringify(CARRIED))).toEqual({
    ...others,
    events: [
      { key: KEY, title: 0, startAt: 1_000_000, endAt: 1_060_000, allDay: false },
      { key: KEY, title: 1, startAt: 1_000_000, endAt: 1_060_000, allDay: true },
    ],
    cancelled: [
      { key: KEY, startAt: 1_000_000, byTitle: false },
      { key: `~${KEY.slice(1)}`, startAt: 1_000_000, byTitle: true },
    ],
  });
});

test.each([
  ["a title that is not there", { events: [[KEY, 2, 1000, 1060, 0]] }],
  ["no length", { events: [[KEY, 0, 1000, 1000, 0]] }],
  ["no length, after a whole one", { events: [...CARRIED.events, [KEY, 0, 1060, 1000, 0]] }],
  ["a key of another length", { key: "k" }],
  ["a part that no page sends", { more: 1 }],
])("a calendar with %s was sent by no page", (_, more) => {
  expect(parseCalendar(JSON.stringify({ ...CARRIED, ...more }))).toBeNull();
});

test("a form without a file sends an empty one without a name: any other is a file", () => {
  const files = [new File([], ""), new File(["x"], ""), new File([], "rota.ics"), new File(["x"], "rota.ics")];
  const read = (file: unknown) => fileForm.parse({ file }).file;
  expect(files.map((file) => read(file) === file)).toEqual([false, true, true, true]);
  expect([read("rota.ics"), read(undefined), read(files[0])]).toEqual([null, null, null]);
});
