import { expect, test } from "vitest";
import { readAddress } from "~/import/rota/feed/address";

const SHIPPED = { own: ["daybook.example"], isLocal: false };
const asked = (typed: string, rules = SHIPPED) => {
  const read = readAddress(typed, rules);
  return typeof read === "string" ? read : read.href;
};

test.each([
  ["webcal://rota.example.org/a.ics?token=x#top", "https://rota.example.org/a.ics?token=x"],
  ["WEBCALS://rota.example.org/a.ics", "https://rota.example.org/a.ics"],
  [" https://rota.example.org:443/a.ics ", "https://rota.example.org/a.ics"],
  ["https://rota.nhs.uk./a.ics", "https://rota.nhs.uk./a.ics"],
])("%s is asked as %s", (typed, url) => {
  expect(asked(typed)).toBe(url);
});

test.each([
  ["", "none"],
  [`https://rota.example.org/${"a".repeat(2_000)}`, "long"],
  ["rota.example.org/a.ics", "scheme"],
  ["http://rota.example.org/a.ics", "scheme"],
  ["ftp://rota.example.org/a.ics", "scheme"],
  ["javascript:alert(1)", "scheme"],
  ["https://me:secret@rota.example.org/a.ics", "name"],
  ["https://rota.example.org:8443/a.ics", "port"],
  ["https://localhost/a.ics", "inside"],
  ["https://LOCALHOST./a.ics", "inside"],
  ["https://rota.localhost/a.ics", "inside"],
  ["https://printer.local/a.ics", "inside"],
  ["https://metadata.google.internal/a.ics", "inside"],
  ["https://intranet/a.ics", "inside"],
  ["https://127.0.0.1/a.ics", "inside"],
  ["https://10.1.2.3/a.ics", "inside"],
  ["https://169.254.169.254/latest/meta-data/", "inside"],
  ["https://2130706433/a.ics", "inside"],
  ["https://0x7f.1/a.ics", "inside"],
  ["https://0177.0.0.1/a.ics", "inside"],
  ["https://127.1/a.ics", "inside"],
  ["https://①②⑦.0.0.1/a.ics", "inside"],
  ["https://8.8.8.8/a.ics", "inside"],
  ["https://[::1]/a.ics", "inside"],
  ["https://[fe80::1]/a.ics", "inside"],
  ["https://[fd00::1]/a.ics", "inside"],
  ["https://[::ffff:10.0.0.1]/a.ics", "inside"],
  ["https://daybook.example/calendar/x/daybook.ics", "own"],
  ["https://Daybook.example./calendar/x/daybook.ics", "own"],
])("%s is not asked: %s", (typed, why) => {
  expect(asked(typed)).toBe(why);
});

test("a server of this machine is asked by a local build alone", () => {
  const url = "http://127.0.0.1:8999/rota.ics";
  expect([asked(url), asked(url, { ...SHIPPED, isLocal: true })]).toEqual(["scheme", url]);
  expect(asked("http://10.0.0.1/rota.ics", { ...SHIPPED, isLocal: true })).toBe("scheme");
});
