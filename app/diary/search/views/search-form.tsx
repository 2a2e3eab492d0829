import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { ASA_GRADES, URGENCIES, wordOf } from "~/diary/cases/codes";
import { CATEGORIES, CATEGORY_NAMES } from "~/planning/job-plans/elements";
import { type ChoiceGroup, SelectField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { FormSection, type SectionAnswers } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm, useSending } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { SubmitButton } from "~/ui/layout/button";
import { MISSING } from "../rules";

/** Every search is posted here: its words are private, and so must not be in an address. */
export const SEARCH_PATH = "/logbook/search/";

const FILTERS = ["element", "category", "missing", "find_asa", "find_urgency", "option", "from", "until"];
export const SEARCH_FIELDS = ["words", ...FILTERS];

const CATEGORY_CHOICES = CATEGORIES.map((value) => ({ value, label: CATEGORY_NAMES[value] }));

interface SearchFormProps {
  form: FormView;
  choices: { elements: ChoiceGroup[]; options: ChoiceGroup[] };
}

export function SearchForm({ form, choices }: SearchFormProps) {
  const sending = useSending();
  return (
    <PostForm action={SEARCH_PATH} className={column({ gap: "4" })}>
      <search className={styles.words}>
        <TextField
          form={form}
          name="words"
          label="Words"
          hint="Searches notes, case descriptions, complications, reflective notes and fee notes for texts that have all the words"
        />
        <SubmitButton>{sending ? "Searching…" : "Search"}</SubmitButton>
      </search>
      <FormSection
        form={form}
        title="Filters and dates"
        fields={FILTERS}
        message={(answers) => formatChosen(answers, choices)}
        nothing="The last 12 months"
      >
        <div className={styles.grid}>
          <SelectField form={form} name="missing" label="Missing details" choices={MISSING} blank="Any" />
          <SelectField form={form} name="category" label="Category" choices={CATEGORY_CHOICES} blank="Any" />
          <SelectField form={form} name="element" label="Job plan element" groups={choices.elements} blank="Any" />
          <SelectField form={form} name="option" label="Airway or procedure" groups={choices.options} blank="Any" />
          <SelectField form={form} name="find_asa" label="ASA" choices={ASA_GRADES} blank="Any" />
          <SelectField form={form} name="find_urgency" label="Urgency" choices={URGENCIES} blank="Any" />
        </div>
        <FieldPair>
          <DateField form={form} name="from" label="From" hint="Leave blank for 12 months back" clearable />
          <DateField form={form} name="until" label="To" hint="Leave blank for no end" clearable />
        </FieldPair>
      </FormSection>
    </PostForm>
  );
}

/** The filters in words: `No ASA grade, Elective, from 1/4/2026`. */
function formatChosen({ value }: SectionAnswers, { elements, options }: SearchFormProps["choices"]): string {
  const inGroups = (groups: ChoiceGroup[], name: string) =>
    groups.map(({ choices }) => wordOf(choices, value(name))).find(Boolean);
  const asa = value("find_asa");
  const words = [
    wordOf(MISSING, value("missing")),
    wordOf(CATEGORY_CHOICES, value("category")),
    inGroups(elements, "element"),
    inGroups(options, "option"),
    asa && `ASA ${asa}`,
    wordOf(URGENCIES, value("find_urgency")),
    value("from") && `from ${value("from")}`,
    value("until") && `to ${value("until")}`,
  ];
  return words.filter(Boolean).join(", ");
}

const styles = {
  words: css({
    display: "flex",
    flexWrap: "wrap",
    gap: "3",
    alignItems: "flex-end",
    "& > div": { flex: "[1 1 28ch]", minWidth: "0" },
    "& > button": { minHeight: "control", flexGrow: { base: "1", wide: "0" } },
  }),
  grid: css({
    display: "grid",
    gap: "4",
    gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "repeat(3, minmax(0, 1fr))" },
    alignItems: "end",
  }),
};
