import { column, row } from "styled-system/recipes";
import { SegmentField, SelectField, TickField } from "~/ui/forms/choice-fields";
import { ChoiceList } from "~/ui/forms/choice-list";
import { CopyButton } from "~/ui/forms/copy-button";
import { AmbiguousTimeField, DateField, TimeField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { FindForm } from "~/ui/forms/find-form";
import { FieldGroup, FormSection } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { GuardedFields } from "~/ui/forms/guarded-fields";
import { PostForm } from "~/ui/forms/post-form";
import { RepeatedRows } from "~/ui/forms/repeated-rows";
import { RowTick } from "~/ui/forms/row-tick";
import { NoteField, NumberField, SuggestField, TextField } from "~/ui/forms/text-fields";
import { FreeText, SaveAnyway } from "~/ui/identifiers/views/free-text";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { filled, refused, Sample, Samples } from "./sample";

const GRADES = [
  { value: "", label: "Not recorded" },
  { value: "1", label: "1" },
  { value: "2", label: "2" },
  { value: "3", label: "3" },
];
const SITES = [
  { value: "main", label: "Main theatres" },
  { value: "day", label: "Day surgery unit" },
];

export function Buttons() {
  return (
    <Samples title="Buttons">
      <Sample name="Of each look">
        <div className={row()}>
          <SubmitButton>Primary</SubmitButton>
          <SubmitButton visual="normal">Normal</SubmitButton>
          <SubmitButton visual="plain">Plain</SubmitButton>
          <SubmitButton visual="danger">Danger</SubmitButton>
          <LinkButton to="/dev/parts/">A link</LinkButton>
        </div>
      </Sample>
      <Sample name="Disabled">
        <div className={row()}>
          <SubmitButton disabledBy="reason">Primary</SubmitButton>
          <SubmitButton visual="danger" disabledBy="reason">
            Danger
          </SubmitButton>
        </div>
      </Sample>
    </Samples>
  );
}

const NAMES = [
  "text",
  "words",
  "number",
  "note",
  "date",
  "time",
  "select",
  "segment",
  "tick",
  "radios",
  "ticks",
] as const;
const ANSWERS: Record<(typeof NAMES)[number], string> = {
  ...{ text: "Laparoscopic cholecystectomy and on-table cholangiogram", words: "Orthopaedics", number: "3.75" },
  ...{ note: "Difficult airway, grade 3 view.\nVideolaryngoscope at once.", date: "17/11/2026", time: "08:00" },
  ...{ select: "day", segment: "2", tick: "yes", radios: "main", ticks: "day" },
};

export function Fields() {
  const under = (before: string, text: (name: (typeof NAMES)[number]) => string) =>
    Object.fromEntries(NAMES.map((name) => [before + name, text(name)]));
  return (
    <Samples title="Fields">
      <Sample name="Empty">
        <EachField form={filled({})} before="empty_" />
      </Sample>
      <Sample name="Filled in">
        <EachField form={filled(under("filled_", (name) => ANSWERS[name]))} before="filled_" />
      </Sample>
      <Sample name="Refused">
        <EachField
          form={refused(
            {},
            under("refused_", () => "Enter what is asked for"),
          )}
          before="refused_"
        />
      </Sample>
    </Samples>
  );
}

/** @param before begins the names of the fields, which are there once for each state */
function EachField({ form, before }: { form: FormView; before: string }) {
  return (
    <div className={column({ gap: "4" })}>
      <TextField form={form} name={`${before}text`} label="Text" hint="With a hint that says how to fill it in" />
      <SuggestField
        form={form}
        name={`${before}words`}
        label="Text with known words"
        known={["Urology"]}
        width="ch24"
      />
      <FieldPair>
        <DateField form={form} name={`${before}date`} label="Date" />
        <TimeField form={form} name={`${before}time`} label="Time" />
        <NumberField form={form} name={`${before}number`} label="Number" />
      </FieldPair>
      <NoteField form={form} name={`${before}note`} label="Notes" />
      <SelectField
        form={form}
        name={`${before}select`}
        label="Select"
        blank="Choose a place"
        choices={SITES}
        width="ch24"
      />
      <SegmentField form={form} name={`${before}segment`} label="ASA grade" choices={GRADES} />
      <TickField form={form} name={`${before}tick`} label="One tick box" hint="What it means to tick it" />
      <ChoiceList
        form={form}
        name={`${before}radios`}
        type="radio"
        label="One of several"
        choices={SITES.map((site) => ({ ...site, hint: "What this answer means" }))}
      />
      <ChoiceList form={form} name={`${before}ticks`} type="checkbox" label="Any of several" choices={SITES} />
    </div>
  );
}

const TWICE = {
  time: "01:30",
  which: "" as const,
  choices: [
    { value: "first", label: "The first, in summer time" },
    { value: "second", label: "The second" },
  ],
};
const FREE_TEXTS = ["notes"];

function sayWhy(): string {
  return "Enter your username to continue.";
}

export function FormParts() {
  const asked = refused({ notes: "Seen with Mr Brown" }, { notes: "This may name a person: “Mr Brown”" });
  const said = filled({ grade: "2", "bands[0].from": "08:00", "bands[1].from": "13:00" });
  const wrong = refused({ grade_wrong: "9" }, { grade_wrong: "Choose an ASA grade from 1 to 6" });
  return (
    <Samples title="Parts of forms">
      <Sample name="Sections: folded, with answers, refused">
        <FormSection form={filled({})} title="Age and gender" fields={["age"]} message={() => ""}>
          <TextField form={filled({})} name="age" label="Age" />
        </FormSection>
        <FormSection
          form={said}
          title="ASA grade"
          fields={["grade"]}
          message={({ value }) => `ASA ${value("grade")}`}
          under={() => <p>A warning stays in sight while it is folded.</p>}
        >
          <TextField form={said} name="grade" label="Grade" />
        </FormSection>
        <FormSection
          form={wrong}
          title="ASA grade"
          fields={["grade_wrong"]}
          message={({ value }) => `ASA ${value("grade_wrong")}`}
        >
          <TextField form={wrong} name="grade_wrong" label="Grade" />
        </FormSection>
      </Sample>
      <Sample name="Group, and rows that are added and removed">
        <PostForm className={column()}>
          <FieldGroup legend="Time bands">
            <RepeatedRows
              form={said}
              name="bands"
              blank={{ from: "" }}
              legend="When they begin"
              hint="One row each"
              one="time band"
            >
              {({ nameOf, remove }) => (
                <FieldPair>
                  <TimeField form={said} name={nameOf("from")} label="From" />
                  {remove}
                </FieldPair>
              )}
            </RepeatedRows>
          </FieldGroup>
        </PostForm>
      </Sample>
      <Sample name="A time that happens twice">
        <AmbiguousTimeField form={filled({})} name="end_which" twice={TWICE} />
      </Sample>
      <Sample name="A text that may identify a patient, and its confirmation">
        <PostForm className={column()}>
          <FreeText form={asked} name="notes" label="Notes" />
          <SaveAnyway form={asked} names={FREE_TEXTS} />
        </PostForm>
      </Sample>
      <Sample name="A button that waits for its fields">
        <GuardedFields button="Send" reasonIn={sayWhy}>
          <TextField form={filled({})} name="guarded" label="Username" />
        </GuardedFields>
      </Sample>
      <Sample name="Copying a text">
        <CopyButton value="7 codes" select={() => undefined} />
      </Sample>
      <Sample name="Search">
        <FindForm form={filled({})} label="Find a case" />
      </Sample>
      <Sample name="Tick of a row">
        <RowTick label="Select the row" name="row" value="1" defaultChecked />
      </Sample>
    </Samples>
  );
}
