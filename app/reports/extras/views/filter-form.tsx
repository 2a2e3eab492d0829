import { Form, Link } from "react-router";
import { css } from "styled-system/css";
import { button, row } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import { SelectField } from "~/ui/choice-fields";
import { type FormView, formView } from "~/ui/form-state";
import { PostForm } from "~/ui/post-form";
import { TextField } from "~/ui/text-fields";
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

/** Words are the user's own and private: they are posted, and stand in no address. */
export function FindForm({ form }: { form: FormView }) {
  return (
    <PostForm className={findForm}>
      <search className={css({ display: "contents" })}>
        <TextField form={form} name="words" label="Words in payer, work, reference or notes" />
        <SubmitButton visual="normal" name="act" value="find">
          Find
        </SubmitButton>
      </search>
    </PostForm>
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

const findForm = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  alignItems: "flex-end",
  "& > search > div": { flex: "[0 1 44ch]", minWidth: "0" },
  "& button": { minHeight: "control" },
  _print: { display: "none" },
});
