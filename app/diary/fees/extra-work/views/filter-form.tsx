import { Form, Link } from "react-router";
import { css } from "styled-system/css";
import { button, row } from "styled-system/recipes";
import { SelectField } from "~/ui/choice-fields";
import { formView } from "~/ui/form-state";
import { addressOf, type Filters } from "../filters";
import type { ExtrasPage } from "../page.server";

interface FilterFormProps {
  filters: Filters;
  choices: ExtrasPage["choices"];
  /** Name of the tax year of today. */
  current: string;
}

/** Which fees are shown: a plain GET, so that what is shown has an address. */
export function FilterForm({ filters, choices, current }: FilterFormProps) {
  const { status, kind, payer, year } = filters;
  const address = addressOf({ ...filters, page: 1 });
  const form = formView({ status, kind, payer, year: year === null ? "" : String(year) }, undefined);
  const years = [{ value: "all", label: "All years" }, ...choices.years];
  return (
    <Form key={address} method="get" action="/extras/" className={filterForm}>
      <SelectField form={form} name="year" label="Tax year" choices={years} blank={`${current} and owed`} />
      <SelectField form={form} name="status" label="Status" choices={choices.statuses} blank="Any" />
      <SelectField form={form} name="kind" label="Paid for" choices={choices.kinds} blank="Any" />
      <SelectField form={form} name="payer" label="Payer" choices={choices.payers} blank="Any" />
      <div className={row()}>
        <button type="submit" className={button()}>
          Show
        </button>
        {address !== "/extras/" && (
          <Link to="/extras/" className={button({ visual: "plain" })}>
            Clear
          </Link>
        )}
      </div>
    </Form>
  );
}

const filterForm = css({
  display: "grid",
  gap: "3",
  alignItems: "end",
  gridTemplateColumns: {
    base: "repeat(2, minmax(0, 1fr))",
    desk: "minmax(max-content, 1.4fr) repeat(3, minmax(0, 1fr)) auto",
  },
  "& button, & a": { minHeight: "control" },
  _print: { display: "none" },
});
