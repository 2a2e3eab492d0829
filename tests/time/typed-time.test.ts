import { describe, expect, test } from "vitest";
import { steppedTime, timeNow } from "~/time/stepped-time";
import { typedTime } from "~/time/typed-time";
import fc from "../support/property";

/** What a field holds after these keys, one by one. */
function typing(keys: string, start = ""): string {
  return [...keys].reduce((text, key) => typedTime(text + key, text), start);
}

describe("a time as it is typed", () => {
  test.each([
    ["0815", "08:15"],
    ["815", "08:15"],
    ["3", "03:"],
    ["9", "09:"],
    ["2", "2"],
    ["23", "23:"],
    ["08:15", "08:15"],
    ["8:15", "08:15"],
    ["8.15", "08.15"],
    ["9.5", "09.5"],
    ["5pm", "05pm"],
    ["5.30pm", "05.30pm"],
    ["1730", "17:30"],
    ["2400", "24:00"],
    ["24:00", "24:00"],
    ["2500", "25:00"],
    ["086", "08:6"],
    ["081599", "08:1599"],
    ["half nine", "half nine"],
    ["-1", "-1"],
    ["0a8", "0a8"],
    ["17h30", "17h30"],
  ])("%s comes to %s", (keys, text) => {
    expect(typing(keys)).toBe(text);
  });

  test("every sign that was typed is still there", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9apm.: h]{0,8}$/), (keys) => {
        const signs = (text: string) => [...text].filter((sign) => sign !== ":").join("");
        const kept = signs(typing(keys));
        // What comes by itself is a colon, and a 0 in front.
        expect([signs(keys), `0${signs(keys)}`]).toContain(kept);
      }),
    );
  });

  test("a time that is pasted is put into shape", () => {
    expect(typedTime("8:15", "")).toBe("08:15");
    expect(typedTime("1730", "")).toBe("17:30");
    expect(typedTime("half nine", "")).toBe("half nine");
    expect(typedTime("25:00", "")).toBe("25:00");
    expect(typedTime("24:00", "")).toBe("24:00");
    expect(typedTime("5pm", "")).toBe("5pm");
    expect(typedTime("9.5", "")).toBe("9.5");
  });

  test("what is rubbed out stays out, the colon too", () => {
    expect(typedTime("08:1", "08:15")).toBe("08:1");
    expect(typedTime("08", "08:")).toBe("08");
    expect(typedTime(":15", "08:15")).toBe(":15");
    expect(typedTime("", "08:15")).toBe("");
  });

  test("what is typed over a whole time is put into shape like any other", () => {
    expect(typedTime("x", "08:15")).toBe("x");
    expect(typedTime("9", "08:15")).toBe("09:");
    expect(typedTime("730", "08:15")).toBe("07:30");
  });
});

describe("the keys of a time field", () => {
  const now = Date.parse("2026-11-21T14:07:00Z");

  test("up and down go to the next five minutes, over midnight too", () => {
    expect(steppedTime("08:15", 1, now)).toBe("08:20");
    expect(steppedTime("08:13", 1, now)).toBe("08:15");
    expect(steppedTime("08:13", -1, now)).toBe("08:10");
    expect(steppedTime("08:15", -1, now)).toBe("08:10");
    expect(steppedTime("23:55", 1, now)).toBe("00:00");
    expect(steppedTime("00:00", -1, now)).toBe("23:55");
  });

  test("an empty field starts from now, and what is no time stays", () => {
    expect(steppedTime("", 1, now)).toBe("14:05");
    expect(steppedTime("08:", 1, now)).toBe("08:");
  });

  test("now is what London's clocks show, in summer too", () => {
    expect(timeNow(now)).toBe("14:07");
    expect(timeNow(Date.parse("2026-07-01T09:30:00Z"))).toBe("10:30");
  });
});
