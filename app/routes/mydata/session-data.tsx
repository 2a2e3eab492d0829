import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { hasDateFaults, NO_ELEMENT } from "~/data/tables/choices";
import { SESSION_DATA } from "~/data/tables/columns";
import { answerSessionData, type DataAnswer } from "~/data/tables/data-action.server";
import { sessionDataPage } from "~/data/tables/page.server";
import { DataPage } from "~/data/tables/views/data-page";
import { RowAction } from "~/data/tables/views/ticked-rows";
import { OUTSIDE_PLAN } from "~/diary/sessions/element-choices";
import { newRef } from "~/platform/db/columns.server";
import { type ChoiceGroup, SelectField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { NumberField } from "~/ui/forms/text-fields";
import type { Route } from "./+types/session-data";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const page = await sessionDataPage(context, args.url.searchParams);
  return data({ ...page, key: newRef() }, hasDateFaults(page.choices) ? 422 : 200);
}

export function action(args: Route.ActionArgs) {
  return answerSessionData(requireLevel("diary", args), args);
}

interface SessionDataProps extends Pick<Route.ComponentProps, "loaderData"> {
  actionData?: DataAnswer | undefined;
}

export default function SessionDataPage({ loaderData, actionData }: SessionDataProps) {
  return (
    <DataPage
      kind={SESSION_DATA}
      page={loaderData}
      answer={actionData}
      findLabel="Words in element, site, notes or fee notes"
      acts={(form) => <SessionRowActions form={form} elements={loaderData.elements} />}
    />
  );
}

/** Actions on ticked sessions. */
function SessionRowActions({ form, elements }: { form: FormView; elements: readonly ChoiceGroup[] }) {
  const groups = [
    ...elements,
    OUTSIDE_PLAN,
    { label: "Without", choices: [{ value: NO_ELEMENT, label: "No job plan element" }] },
  ];
  return (
    <>
      <RowAction intent="element" message="Change element">
        <SelectField
          form={form}
          name="new_element"
          label="Job plan element"
          groups={groups}
          blank="Choose"
          width="ch24"
        />
      </RowAction>
      <RowAction intent="fixed" message="Set fixed PA">
        <NumberField form={form} name="new_pa" label="Fixed PA allocation" />
      </RowAction>
      <RowAction intent="delete" message="Delete…" danger />
    </>
  );
}
