import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { hasDateFaults } from "~/data/tables/choices";
import { CASE_DATA } from "~/data/tables/columns";
import { answerCaseData, type DataAnswer } from "~/data/tables/data-action.server";
import { CASE_CELLS } from "~/data/tables/edit/fields";
import { caseDataPage } from "~/data/tables/page.server";
import { CaseActs } from "~/data/tables/views/case-acts";
import { DataPage } from "~/data/tables/views/data-page";
import { newRef } from "~/platform/db/columns.server";
import { keyOf, useFormView } from "~/ui/form-state";
import type { Route } from "./+types/case-data";

export async function loader(args: Route.LoaderArgs) {
  const asked = requireLevel("diary", args);
  const page = await caseDataPage(asked, args.url.searchParams);
  return data({ ...page, key: newRef() }, hasDateFaults(page.choices) ? 422 : 200);
}

export function action(args: Route.ActionArgs) {
  return answerCaseData(requireLevel("diary", args), args);
}

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

interface CaseDataProps extends Pick<Route.ComponentProps, "loaderData"> {
  actionData?: DataAnswer | undefined;
}

export default function CaseDataPage({ loaderData, actionData }: CaseDataProps) {
  const form = useFormView({}, actionData?.form);
  const { supervisions, options, agesInBands } = loaderData;
  return (
    <DataPage
      kind={CASE_DATA}
      page={loaderData}
      answer={actionData}
      form={form}
      idempotencyKey={keyOf(form, loaderData.key)}
      findLabel="Words in element or text"
      editing={{ cells: CASE_CELLS, offers: [], own: { supervision: supervisions } }}
      editHint={agesInBands ? "Of an age that you change only the youngest of its band is kept." : ""}
    >
      <CaseActs form={form} options={options} supervisions={supervisions} />
    </DataPage>
  );
}
