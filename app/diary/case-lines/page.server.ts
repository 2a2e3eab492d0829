import type { CaseAnswers } from "~/diary/cases/form";
import { offeredOptions } from "~/diary/cases/options.server";
import type { SessionWithCases } from "~/diary/cases/queries.server";
import { type CaseList, lineProblem, MAX_CASES } from "./form";
import type { NamedOption } from "./line-case";
import { linesOf, readRows } from "./read-row";
import { type Remark, remarksOf } from "./remarks";
import { isBlank, isUnread, type Row, textOf } from "./row";
import { rowField, rowsOf, valuesOf } from "./rows-in-form";
import type { ListedCase } from "./write.server";

/** The user's own options that a line may name. */
export function nameableOptions({ custom }: Pick<SessionWithCases, "custom">): NamedOption[] {
  return (["airway", "procedure"] as const).flatMap((kind) =>
    offeredOptions(custom, kind).map(({ id, label }) => ({ id, kind, label })),
  );
}

type Values = Record<string, string[]>;

/** Reads the lines of a submitted form; `isNew` when the result has to be checked by the user before it is saved. */
export function readList(values: Values, own: readonly NamedOption[]) {
  const rows = rowsOf(values);
  // New lines go into the blank rows at the end first.
  while (rows.length > 0 && isBlank(rows.at(-1) as Row)) rows.pop();
  const lines = linesOf(values.lines?.[0] ?? "");
  const room = Math.max(0, MAX_CASES - rows.length);
  const all = [...rows, ...lines.slice(0, room).map((line): Row => ({ line: [line] }))];
  const read = readRows(all, own);
  const rest = lines.slice(room).join("\n");
  const { next: _button, ...others } = values;
  const ofForm = Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith("cases[")));
  return {
    isNew: all.some(isUnread),
    rows: read,
    values: { ...ofForm, lines: [rest], ...valuesOf(read) },
    faults: Object.fromEntries([
      ...(rest === "" ? [] : [["lines", `Save up to ${MAX_CASES} cases at a time: the others are still here`]]),
      ...read.flatMap((row, index) => {
        const tooLong = lineProblem(index, textOf(row, "line"));
        return tooLong ? [[rowField(index, "line"), tooLong]] : [];
      }),
      ...read.flatMap((row, index) => {
        const left = textOf(row, "more");
        return left === "" ? [] : [[rowField(index, "more"), notAnOption(index, left)]];
      }),
    ]) as Record<string, string>,
  };
}

function notAnOption(index: number, text: string): string {
  return `Case ${index + 1}: “${text.slice(0, 60)}” is not an airway option or procedure. Choose one from the list, or write it in the description`;
}

/** The remarks on each row of a form that is shown again. */
export function remarksOn(values: Values, own: readonly NamedOption[]): Remark[][] {
  return rowsOf(values).map((row) => remarksOf(row, own));
}

/** The cases to save: rows in which something is entered. */
export function listedCases(values: Values, { cases }: Pick<CaseList, "cases">): ListedCase[] {
  const rows = rowsOf(values);
  return cases.flatMap((answers: CaseAnswers, index): ListedCase[] => {
    const row = rows[index];
    return !row || isBlank(row) ? [] : [{ index, line: textOf(row, "line"), answers }];
  });
}
