import { describe, expect, test } from "vitest";
import { readClockTime, readEndTime } from "~/platform/time/clock-time";
import { shownTime, typeOn } from "~/ui/forms/typed-text";
import { steppedTime, timeNow } from "~/ui/keys/time-keys";
import fc from "../../support/property";

/** What a time field shows after these inputs, one by one. */
function input(...texts: string[]): string {
  return texts.reduce((field, text) => typeOn(text, field, shownTime), { shown: "", typed: "" }).shown;
}

/** What it shows after these keys. */
function typing(keys: string): string {
  const nothing = { shown: "", typed: "" };
  return [...keys].reduce((field, key) => typeOn(field.shown + key, field, shownTime), nothing).shown;
}

/** Whatever a doctor may type for a time, and what it is: minutes from midnight, null for blank, false for none. */
const TYPED: readonly [keys: string, shown: string, read: number | null | false][] = [
  ["", "", null],
  ["0", "0", 0],
  ["1", "1", 60],
  ["2", "2", 120],
  ["3", "03:", 180],
  ["8", "08:", 480],
  ["9", "09:", 540],
  ["00", "00:", 0],
  ["08", "08:", 480],
  ["13", "13:", 780],
  ["23", "23:", 1380],
  ["24", "24:", false],
  ["25", "25:", false],
  ["30", "03:0", false],
  ["80", "08:0", false],
  ["000", "000", 0],
  ["015", "015", 15],
  ["081", "08:1", false],
  ["100", "100", 60],
  ["130", "130", 90],
  ["174", "17:4", false],
  ["200", "200", 120],
  ["230", "230", 150],
  ["250", "250", 170],
  ["305", "03:05", 185],
  ["815", "08:15", 495],
  ["860", "08:60", false],
  ["0000", "00:00", 0],
  ["0130", "01:30", 90],
  ["0815", "08:15", 495],
  ["1300", "13:00", 780],
  ["1730", "17:30", 1050],
  ["2300", "23:00", 1380],
  ["2400", "24:00", false],
  ["2430", "24:30", false],
  ["2500", "25:00", false],
  ["8155", "08:155", false],
  ["081599", "08:1599", false],
  ["8:", "08:", 480],
  ["08:", "08:", 480],
  ["1:", "01:", 60],
  ["1:3", "01:3", false],
  ["1:30", "01:30", 90],
  ["8:15", "08:15", 495],
  ["08:15", "08:15", 495],
  ["10:3", "10:3", false],
  ["13:0", "13:0", false],
  ["23:0", "23:0", false],
  ["23:00", "23:00", 1380],
  ["24:00", "24:00", false],
  ["25:00", "25:00", false],
  ["08::15", "08::15", false],
  ["8.15", "8.15", 495],
  ["8.", "8.", 480],
  ["8,15", "8,15", 495],
  ["9.5", "9.5", 570],
  ["9,5", "9,5", 570],
  ["10.5", "10.5", 630],
  ["13.0", "13.0", false],
  ["24.00", "24.00", false],
  ["8 15", "8 15", 495],
  ["13 0", "13 0", false],
  ["5pm", "5pm", 1020],
  ["5 pm", "5 pm", 1020],
  ["12am", "12am", 0],
  ["130pm", "130pm", 810],
  ["1230pm", "1230pm", 750],
  ["5.30 p.m.", "5.30 p.m.", 1050],
  ["12:30 PM", "12:30 PM", 750],
  ["13pm", "13pm", false],
  ["17h30", "17h30", false],
  ["half nine", "half nine", false],
  ["-1", "-1", false],
];

describe("a time as it is typed", () => {
  test.each(TYPED)("%j shows %j and is read alike with script and without", (keys, shown, read) => {
    expect(typing(keys)).toBe(shown);
    const end = /^24([:.]?00)?$/.test(keys) ? 1440 : read;
    for (const text of [keys, shown, input(keys)]) {
      expect(readClockTime(text), text).toBe(read);
      expect(readEndTime(text), text).toBe(end);
    }
  });

  test("whatever is typed or pasted is read alike, and every sign of it is still there", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9apm.,: h]{0,8}$/), (keys) => {
        for (const shown of [typing(keys), input(keys)]) {
          expect(readClockTime(shown)).toBe(readClockTime(keys));
          expect(readEndTime(shown)).toBe(readEndTime(keys));
          const signs = (text: string) => [...text].filter((sign) => sign !== ":").join("");
          // What comes by itself is a colon, and a 0 in front.
          expect([signs(keys), `0${signs(keys)}`]).toContain(signs(shown));
        }
      }),
    );
  });

  test("what is rubbed out stays out, the colon too", () => {
    expect(input("08:15", "08:1")).toBe("08:1");
    expect(input("8", "08")).toBe("08");
    expect(input("08:15", ":15")).toBe(":15");
    expect(input("08:15", "")).toBe("");
    expect(input("2300", "23:0", "23:", "23:1", "23:15")).toBe("23:15");
  });

  test("what is typed over a whole time is put into shape like any other", () => {
    expect(input("08:15", "x")).toBe("x");
    expect(input("08:15", "9")).toBe("09:");
    expect(input("08:15", "730")).toBe("07:30");
  });
});

describe("the keys of a time field", () => {
  const now = Date.parse("2026-11-21T14:07:00Z");

  test("up and down go to the next five minutes, over midnight too", () => {
    expect(steppedTime("08:15", 1, now)).toBe("08:20");
    expect(steppedTime("08:13", 1, now)).toBe("08:15");
    expect(steppedTime("08:13", -1, now)).toBe("08:10");
    expect(steppedTime("08:15", -1, now)).toBe("08:10");
    expect(steppedTime("08:", 1, now)).toBe("08:05");
    expect(steppedTime("23:55", 1, now)).toBe("00:00");
    expect(steppedTime("00:00", -1, now)).toBe("23:55");
  });

  test("an empty field starts from now, and what is no time stays", () => {
    expect(steppedTime("", 1, now)).toBe("14:05");
    expect(steppedTime("08:1", 1, now)).toBe("08:1");
  });

  test("now is what London's clocks show, in summer too", () => {
    expect(timeNow(now)).toBe("14:07");
    expect(timeNow(Date.parse("2026-07-01T09:30:00Z"))).toBe("10:30");
  });
});
