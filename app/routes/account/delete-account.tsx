import { data } from "react-router";
import { accountDeletedContext, deleteReauthenticated } from "~/account/deletion/delete-account.server";
import { deletionRef, isDeleted } from "~/account/deletion/deleted-users.server";
import { deleteAccountForm } from "~/account/deletion/form";
import { DataDeleted, DeleteYourData, DeletionFailed } from "~/account/deletion/views/delete-account";
import { requiresCode } from "~/account/factors/reauthentication.server";
import { appContextOf, requireLevel } from "~/account/guard.server";
import { homeOf } from "~/account/levels";
import { endLogin } from "~/account/login/log-out.server";
import { userContext } from "~/account/login/logins.server";
import { countDiary, deleteAccountRows } from "~/data/deletion.server";
import type { ActionResult } from "~/platform/http/action-result";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import type { Route } from "./+types/delete-account";

export async function loader(args: Route.LoaderArgs) {
  if (args.context.get(accountDeletedContext)) return null;
  const context = requireLevel("account", args);
  const ref = context.user.unique_ref;
  const holds = await countDiary(context.db, context.user.id);
  const home = homeOf(context.user.level);
  return { holds, asksCode: requiresCode(context), deletion: await deletionRef(ref), home };
}

type Ended = ActionResult<{ view: "deleted" | "failed" }>;

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request, deleteAccountForm);
  const { db } = appContextOf(args);
  // Sent twice: the first submit has ended the login.
  if (form.ok && !args.context.get(userContext) && (await isDeleted(db, form.value.deletion))) return deleted(args);
  const context = requireLevel("account", args);
  if (!form.ok) return refuse(form.state);
  const done = await deleteReauthenticated(
    context,
    args.request,
    form.value,
    deleteAccountRows(db, context.user.unique_ref),
  );
  if (done === "deleted") return deleted(args);
  if (done === "failed") return data<Ended>({ view: "failed" }, { status: 500 });
  return refuse(form.state, done.errors, done.status);
}

/** Returns this page as for a visitor, and ends the login. */
async function deleted({ request, context }: Route.ActionArgs) {
  context.set(userContext, null);
  context.set(accountDeletedContext, true);
  const cookie = await endLogin(appContextOf({ context }).db, request);
  return data<Ended>({ view: "deleted" }, { headers: { "Set-Cookie": cookie } });
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const answer: Ended | undefined = actionData;
  if (answer?.view === "failed") return <DeletionFailed />;
  if (answer?.view === "deleted" || !loaderData) return <DataDeleted />;
  return <DeleteYourData form={formView({}, answer?.form)} {...loaderData} />;
}
