import type { FormView } from "~/ui/form-state";

/**
 * A form that came back, for rows of the page as it is now: each row has the answers that were sent for it, though it
 * stands at another place since.
 * @param rows by their references, in the order of the page
 */
export function rowsAsSent(form: FormView, group: string, rows: readonly { ref: string }[]): FormView {
  const sent = Array.from({ length: form.rows(group) }, (_, at) => form.value(`${group}[${at}].ref`));
  const nameOf = (name: string) =>
    name.replace(/\[(\d+)\]/, (_, at: string) => `[${sent.indexOf(rows[Number(at)]?.ref ?? "")}]`);
  return {
    ...form,
    value: (name) => form.value(nameOf(name)),
    values: (name) => form.values(nameOf(name)),
    error: (name) => form.error(nameOf(name)),
  };
}
