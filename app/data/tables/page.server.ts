import { type CustomOption, customOptions } from "~/diary/cases/options.server";
import { STANDARD } from "~/diary/cases/standard-options";
import { planLabel } from "~/diary/sessions/element-choices";
import { showPa } from "~/planning/job-plans/pa-rules";
import { type ElementChoice, elementChoices } from "~/planning/job-plans/queries.server";
import { shownPaUnits } from "~/planning/job-plans/shown-units";
import type { Actor } from "~/platform/context";
import { formatCounted } from "~/platform/time/counted";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { supervisionsOf } from "~/profile/supervision";
import type { ChoiceGroup } from "~/ui/forms/choice-fields";
import { caseLines } from "./case-lines.server";
import { casePage, caseTotals } from "./cases.server";
import { addressOf, type Choices, dateFaults, ROWS_PER_PAGE, readChoices, sortedBy } from "./choices";
import { CASE_DATA, SESSION_DATA, type TableKind } from "./columns";
import type { DataLine } from "./rows.server";
import { sessionLines, sessionPage, sessionTotals } from "./sessions.server";

/** Builds what the pages of both tables have in common: rows, totals and links. */
function dataPage(kind: TableKind, choices: Choices, n: number, lines: DataLine[]) {
  const pages = Math.max(1, Math.ceil(n / ROWS_PER_PAGE));
  const to = (page: number) => addressOf(kind, { ...choices, page });
  const shown = Math.min(choices.page, pages);
  return {
    choices,
    faults: dateFaults(choices),
    lines,
    n,
    address: addressOf(kind, choices),
    csv: addressOf(kind, { ...choices, page: 1 }, `${kind.path}csv/`),
    orders: Object.fromEntries(
      kind.columns
        .filter(({ sorts }) => sorts)
        .map((column) => [column.id, addressOf(kind, sortedBy(choices, column))]),
    ),
    pages: {
      page: shown,
      pages,
      first: shown > 2 ? to(1) : null,
      before: choices.page > 1 ? to(Math.min(pages, choices.page - 1)) : null,
      next: shown < pages ? to(choices.page + 1) : null,
      last: shown < pages - 1 ? to(pages) : null,
    },
  };
}

/** What the pages of both tables have in common. */
export interface DataTablePage extends ReturnType<typeof dataPage> {
  message: string;
  elements: ChoiceGroup[];
}

/**
 * Loader data of the table of sessions, for the choices of its address: newest first unless sorted otherwise, and with
 * the totals of all pages.
 */
export async function sessionDataPage({ db, cipher, userId, now }: Actor, search: URLSearchParams) {
  const choices = readChoices(SESSION_DATA, search);
  const [rows, [totals], elements] = await db.batch([
    sessionPage(db, userId, choices, now),
    sessionTotals(db, userId, choices, now),
    elementChoices(db, userId),
  ]);
  const lines = await sessionLines(cipher, rows);
  const units = totals?.pa_units ?? 0;
  const isRounded = totals?.shown_units !== shownPaUnits(units);
  const n = totals?.n ?? 0;
  return {
    ...dataPage(SESSION_DATA, choices, n, lines),
    message: `${formatCounted(n, SESSION_DATA.one)}, ${showPa(units)} PA${isRounded ? ", rounded" : ""}`,
    elements: elementGroups(elements),
  };
}

/** As `sessionDataPage`, of the cases. */
export async function caseDataPage({ db, cipher, userId }: Actor, search: URLSearchParams) {
  const choices = readChoices(CASE_DATA, search);
  const [rows, [totals], elements, custom, [profile = DEFAULT_PROFILE]] = await db.batch([
    casePage(db, userId, choices),
    caseTotals(db, userId, choices),
    elementChoices(db, userId),
    customOptions(db, userId),
    profileRow(db, userId),
  ]);
  const lines = await caseLines({ cipher, profile, reader: "page" }, rows, custom);
  const n = totals?.n ?? 0;
  return {
    ...dataPage(CASE_DATA, choices, n, lines),
    message: formatCounted(n, CASE_DATA.one),
    elements: elementGroups(elements),
    options: optionGroups(custom.filter(({ active }) => active)),
    supervisions: supervisionsOf(profile.supervision_labels),
  };
}

export type CaseDataPage = Awaited<ReturnType<typeof caseDataPage>>;

/** All elements that work may be recorded under, also archived, by their plan. */
function elementGroups(elements: readonly ElementChoice[]): ChoiceGroup[] {
  return [...Map.groupBy(elements, ({ plan_ref }) => plan_ref).values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const choices = rows.map(({ unique_ref, description, category }) => {
      return { value: unique_ref, label: `${description} (${category})` };
    });
    return [{ label: planLabel({ ...first, title: first.plan_title }), choices }];
  });
}

/** The options for cases: those of a user, then the Standard ones. */
function optionGroups(custom: readonly CustomOption[]): ChoiceGroup[] {
  const own = custom.map(({ unique_ref, label }) => ({ value: unique_ref, label }));
  const standard = [...STANDARD.airway, ...STANDARD.procedure].map(({ name, options }) => {
    return { label: name, choices: options.map(({ id, label }) => ({ value: id, label })) };
  });
  return own.length > 0 ? [{ label: "Your own options", choices: own }, ...standard] : standard;
}
