import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { hasDateFaults } from "~/data/tables/choices";
import { CASE_DATA } from "~/data/tables/columns";
import { answerCaseData, type DataAnswer } from "~/data/tables/data-action.server";
import { NO_SUPERVISION } from "~/data/tables/fields";
import { caseDataPage } from "~/data/tables/page.server";
import { DataPage } from "~/data/tables/views/data-page";
import { RowAction } from "~/data/tables/views/ticked-rows";
import { newRef } from "~/platform/db/columns.server";
import { type Choice, type ChoiceGroup, SelectField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import type { FormView } from "~/ui/forms/form-state";
import type { Route } from "./+types/case-data";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const page = await caseDataPage(context, args.url.searchParams);
  return data({ ...page, key: newRef() }, hasDateFaults(page.choices) ? 422 : 200);
}

export function action(args: Route.ActionArgs) {
  return answerCaseData(requireLevel("diary", args), args);
}

interface CaseDataProps extends Pick<Route.ComponentProps, "loaderData"> {
  actionData?: DataAnswer | undefined;
}

export default function CaseDataPage({ loaderData, actionData }: CaseDataProps) {
  const { supervisions, options } = loaderData;
  return (
    <DataPage
      kind={CASE_DATA}
      page={loaderData}
      answer={actionData}
      findLabel="Words in element, options, texts or fee notes"
      acts={(form) => <CaseRowActions form={form} options={options} supervisions={supervisions} />}
    />
  );
}

interface CaseRowActionsProps {
  form: FormView;
  options: readonly ChoiceGroup[];
  /** In the user's own words. */
  supervisions: readonly Choice[];
}

/** Actions on ticked cases. */
function CaseRowActions({ form, options, supervisions }: CaseRowActionsProps) {
  const choices = [...supervisions, { value: NO_SUPERVISION, label: "No Supervision" }];
  return (
    <>
      <RowAction intent="supervision" message="Set supervision">
        <SelectField
          form={form}
          name="new_supervision"
          label="Supervision"
          choices={choices}
          blank="Choose"
          width="ch24"
        />
      </RowAction>
      <RowAction intent="option" message="Add option">
        <SelectField
          form={form}
          name="new_option"
          label="Airway or procedure"
          groups={options}
          blank="Choose"
          width="ch24"
        />
      </RowAction>
      <RowAction intent="move" message="Move to session…">
        <DateField form={form} name="move_date" label="Session of" hint="" />
      </RowAction>
      <RowAction intent="delete" message="Delete…" danger />
    </>
  );
}
