import { requiresCode } from "~/account/factors/reauthentication.server";
import { requireLevel } from "~/account/guard.server";
import { countsText, deleteSome, deleteSomeForm, partCounts } from "~/data/deletion.server";
import { DeleteSome } from "~/data/your-data/views/delete-some";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import type { Route } from "./+types/delete-some";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const [counts] = await partCounts(context.db, context.user.id);
  const holds = counts ?? { cases: 0, fees: 0, imports: 0, rows: 0 };
  return { holds, shown: countsText(holds), asksCode: requiresCode(context) };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, deleteSomeForm);
  if (!form.ok) return refuse(form.state);
  const done = await deleteSome(context, args.request, form.value);
  if ("errors" in done) return refuse(form.state, done.errors, done.status);
  return redirectWithMessage(args.request, "/mydata/", done.message);
}

export { afterAnyAction as shouldRevalidate } from "~/ui/connection/revalidate";

export default function DeleteSomePage({ loaderData, actionData }: Route.ComponentProps) {
  return <DeleteSome form={formView({}, actionData?.form)} {...loaderData} />;
}
