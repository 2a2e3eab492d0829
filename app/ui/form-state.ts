import type { FormState } from "~/platform/http/form-state";

/** A form as its page sees it: what was typed, else what it starts with. */
export interface FormView {
  value(name: string): string;
  values(name: string): string[];
  /** What the page offered for a field, before anything was typed: of a saved row, what is saved. */
  start(name: string): string;
  error(name: string): string | undefined;
  /** Number of rows of a repeated group, such as `schedule[0].weekday`. */
  rows(group: string): number;
  errors: { name: string; message: string }[];
  /** True for a form that was kept over a login that ended: nothing of it is saved yet. */
  kept?: true;
}

export type FormDefaults = Record<string, string | readonly string[] | null | undefined>;

/** @param state what the action of this page returned, if it just did. */
export function formView(defaults: FormDefaults, state: FormState | undefined): FormView {
  const starts = (name: string): string[] => {
    const start = defaults[name];
    return start === null || start === undefined ? [] : typeof start === "string" ? [start] : [...start];
  };
  const values = (name: string): string[] => (state ? (state.values[name] ?? []) : starts(name));
  return {
    values,
    value: (name) => values(name)[0] ?? "",
    start: (name) => starts(name)[0] ?? "",
    error: (name) => state?.errors[name]?.[0],
    rows: (group) => {
      const names = Object.keys(state ? state.values : defaults);
      return names.reduce((most, name) => {
        const index = name.startsWith(`${group}[`) ? Number.parseInt(name.slice(group.length + 1), 10) : -1;
        return Math.max(most, index + 1);
      }, 0);
    },
    errors: Object.entries(state?.errors ?? {}).map(([name, list]) => ({ name, message: list[0] ?? "" })),
  };
}
