import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { STANDARD } from "~/diary/cases/standard-options";
import {
  CHOSEN,
  cases,
  chosenIn,
  kindOfOption,
  options,
  optionsOf,
  type StoredOption,
} from "~/diary/cases/table.server";
import { newRef } from "~/platform/db/columns.server";
import { makeDiary } from "../../support/diary";
import { db, makeUser, NOW } from "../../support/harness";

const OWN = "-Own_option_of_22_chars";
const text = (of: readonly StoredOption[]) => cases.options.mapToDriverValue(of);

test.each<[string, readonly StoredOption[], string]>([
  ["none", [], "[]"],
  ["Standard ones, by id", ["211", "121"].map((id) => ({ id, flags: "" })), "[121,211]"],
  [
    "one with flags, and one of the user's own",
    [
      { id: "241", flags: "ultrasound,catheter" },
      { id: OWN, flags: "" },
    ],
    `["${OWN}",[241,"ultrasound,catheter"]]`,
  ],
  ["one of the user's own with flags", [{ id: OWN, flags: "taught" }], `[["${OWN}","taught"]]`],
  [
    "digits that no number keeps",
    ["0012", "1234567890123456789012"].map((id) => ({ id, flags: "" })),
    '["0012","1234567890123456789012"]',
  ],
])("%s: the column holds them short and in order, and a statement makes the same and reads it", async (_, of, column) => {
  expect(text(of)).toBe(column);
  const inOrder = of.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  expect(cases.options.mapFromDriverValue(column)).toEqual(inOrder);
  const rows = sql`SELECT value ->> 'id' AS id, value ->> 'flags' AS flags FROM json_each(${JSON.stringify([...of, ...of])})`;
  const [made] = await db.all<{ made: string }>(sql`SELECT ${optionsOf(rows)} AS made`);
  expect(made?.made).toBe(column);
  const read = await db.all(sql`SELECT ${CHOSEN.id} AS id, ${CHOSEN.flags} AS flags FROM ${chosenIn(sql`${column}`)}`);
  expect(read).toEqual(inOrder);
});

test("an option without an id makes the value NULL, which the column refuses, as it refuses what is no JSON", async () => {
  const { params } = await makeDiary(await makeUser());
  const put = (value: ReturnType<typeof sql>) =>
    db.update(cases).set({ options: value }).where(eq(cases.unique_ref, params.caseRef));
  const none = optionsOf(sql`SELECT '111' AS id, '' AS flags UNION ALL SELECT NULL, ''`);
  await expect(put(none)).rejects.toMatchObject({
    cause: { message: expect.stringContaining("NOT NULL constraint failed: cases.options") },
  });
  await expect(put(sql`'[111'`)).rejects.toThrow();
});

test("of which kind an option is say its list and the user's own, to a statement as to a page", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [airway, procedure, gone] = [newRef(), newRef(), newRef()];
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW };
  const own = [
    { ...row, unique_ref: airway, kind: "airway" as const, label: "Mask" },
    { ...row, unique_ref: procedure, kind: "procedure" as const, label: "Block" },
  ];
  await db.insert(options).values(own);
  const standard = (["airway", "procedure"] as const).flatMap((kind) =>
    STANDARD[kind].flatMap((group) => group.options.map(({ id }) => [id, kind] as const)),
  );
  const kinds = new Map([...standard, [airway, "airway"], [procedure, "procedure"], [gone, "procedure"]] as const);
  const all = [...kinds.keys()].map((id) => ({ id, flags: id === "241" ? "taught" : "" }));
  await db.update(cases).set({ options: all }).where(eq(cases.unique_ref, params.caseRef));
  const found = await db
    .select({ id: CHOSEN.id.as("chosen_id"), kind: CHOSEN.kind.as("chosen_kind") })
    .from(cases)
    .innerJoin(chosenIn(cases.options), sql`TRUE`)
    .where(eq(cases.unique_ref, params.caseRef));
  expect(new Map(found.map(({ id, kind }) => [id, kind]))).toEqual(kinds);
  expect(new Map(all.map(({ id }) => [id, kindOfOption(id, own)]))).toEqual(kinds);
});
