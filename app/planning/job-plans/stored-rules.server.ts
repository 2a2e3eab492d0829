import { type SQL, sql } from "drizzle-orm";
import { customType, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { NATIONAL_RULES, type Nation, type PaRules } from "./pa-rules";

/**
 * Rules as the row of a session holds them: JSON of the nation's name alone where they are its national rules, else
 * `{"of": nation, …}` with what differs. Thousands of sessions stand under a handful of rules: in full they would take
 * 225 bytes each. A name means for ever what it means today: should a contract change, its rules get a name of their
 * own here, beside the one that stored sessions have.
 */
export const storedRules = customType<{ data: PaRules; driverData: string }>({
  dataType: () => "text",
  toDriver: rulesToStore,
  fromDriver: rulesFrom,
});

export function rulesToStore(rules: PaRules): string {
  const base: PaRules = NATIONAL_RULES[rules.nation];
  const differing = Object.entries(rules).filter(([name, value]) => {
    return JSON.stringify(value) !== JSON.stringify(base[name as keyof PaRules]);
  });
  return JSON.stringify(differing.length === 0 ? rules.nation : { of: rules.nation, ...Object.fromEntries(differing) });
}

export function rulesFrom(stored: string): PaRules {
  const read = JSON.parse(stored) as Nation | ({ of: Nation } & Partial<PaRules>);
  if (typeof read === "string") return NATIONAL_RULES[read];
  const { of, ...differing } = read;
  return { ...NATIONAL_RULES[of], ...differing };
}

/** Minutes of standard time that make a PA by stored rules, as an expression. */
export function standardMinutesPerPa(column: SQLiteColumn): SQL<number> {
  const national = Object.entries(NATIONAL_RULES).map(([nation, rules]) =>
    sql.raw(`WHEN '${nation}' THEN ${rules.standard_minutes_per_pa}`),
  );
  return sql<number>`coalesce(${column} ->> '$.standard_minutes_per_pa',
    CASE coalesce(${column} ->> '$.of', ${column} ->> '$') ${sql.join(national, sql` `)} END)`.mapWith(Number);
}
