import { expect, test } from "vitest";
import { addressOf, dateFaults, readChoices, sortedBy } from "~/data/tables/choices";
import { CASE_DATA, type Column, SESSION_DATA } from "~/data/tables/columns";

const read = (query: string) => readChoices(SESSION_DATA, new URLSearchParams(query));
const column = (id: string) => CASE_DATA.columns.find((each) => each.id === id) as Column;

test.each([
  ["", ""],
  ["sort=date", "?sort=date"],
  ["sort=-date", ""],
  ["sort=site", "?sort=site"],
  ["sort=-site", "?sort=-site"],
  ["sort=times", ""],
  ["status=worked&fault=overlap", "?status=worked&fault=overlap"],
  ["status=other&fault=other", ""],
  ["element=none", "?element=none"],
  ["element=short", ""],
  ["page=1", ""],
  ["page=2", "?page=2"],
  ["page=0", ""],
])("an address with %j is read and written as %j", (asked, address) => {
  expect(addressOf(SESSION_DATA, read(asked))).toBe(`/mydata/session_data/${address}`);
});

test.each([
  ["date", "sort=-age", true],
  ["date", "", false],
  ["date", "sort=date", true],
  ["age", "", true],
  ["age", "sort=-age", false],
  ["age", "sort=age", true],
  ["gender", "", false],
  ["gender", "sort=gender", true],
  ["gender", "sort=-gender", false],
])("the heading of %s, where the address says %j, sorts downwards: %j", (id, query, down) => {
  const choices = readChoices(CASE_DATA, new URLSearchParams(`${query}&page=3`));
  expect(sortedBy(choices, column(id))).toEqual({ ...choices, sort: id, down, page: 1 });
});

const FROM = "From must be a real date, such as 27/3/2026";
const UNTIL = "To must be a real date, such as 27/3/2026";
const ORDER = "The last date must be the same as or after the first date";

test.each([
  ["", {}],
  ["from=1/11/2026", {}],
  ["until=1/11/2026", {}],
  ["from=1/11/2026&until=1/11/2026", {}],
  ["from=1/11/2026&until=2/11/2026", {}],
  ["from=2/11/2026&until=1/11/2026", { until: ORDER }],
  ["from=x", { from: FROM }],
  ["from=x&until=1/11/2026", { from: FROM }],
  ["until=x", { until: UNTIL }],
  ["from=x&until=x", { from: FROM, until: UNTIL }],
])("the dates %j are answered with %j", (query, faults) => {
  expect(dateFaults(read(query))).toEqual(faults);
});
