import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { hasDateFaults } from "~/data/tables/choices";
import { SESSION_DATA } from "~/data/tables/columns";
import { answerSessionData, type DataAnswer } from "~/data/tables/data-action.server";
import { SESSION_CELLS } from "~/data/tables/edit/fields";
import { sessionDataPage } from "~/data/tables/page.server";
import { DataPage } from "~/data/tables/views/data-page";
import { SessionActs } from "~/data/tables/views/session-acts";
import { newRef } from "~/platform/db/columns.server";
import { keyOf, useFormView } from "~/ui/form-draft";
import type { Route } from "./+types/session-data";

export async function loader(args: Route.LoaderArgs) {
  const asked = requireLevel("diary", args);
  const page = await sessionDataPage(asked, args.url.searchParams);
  return data({ ...page, key: newRef() }, hasDateFaults(page.choices) ? 422 : 200);
}

export function action(args: Route.ActionArgs) {
  return answerSessionData(requireLevel("diary", args), args);
}

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

interface SessionDataProps extends Pick<Route.ComponentProps, "loaderData"> {
  actionData?: DataAnswer | undefined;
}

export default function SessionDataPage({ loaderData, actionData }: SessionDataProps) {
  const form = useFormView({}, actionData?.form);
  return (
    <DataPage
      kind={SESSION_DATA}
      page={loaderData}
      answer={actionData}
      form={form}
      idempotencyKey={keyOf(form, loaderData.key)}
      findLabel="Words in element, site or notes"
      editing={{ cells: SESSION_CELLS, offers: loaderData.offers, own: {} }}
      editHint="A session without a fixed PA is calculated by its time."
    >
      <SessionActs form={form} elements={loaderData.elements} />
    </DataPage>
  );
}
