import { data } from "react-router";
import { requireReauthentication } from "~/account/guard.server";
import { findUsersForm } from "~/admin/form";
import { type PageOfUsers, pageOfUsers, usersOf } from "~/admin/users.server";
import { FindUsers, UserList } from "~/admin/views/user-list";
import type { FormResult } from "~/platform/http/action-result";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/users";

const HERE = "/admin/users/";

export const handle = { script: false };

/** Loads a page of all users, the newest first; `?after=` is the last user of the page before. */
export async function loader(args: Route.LoaderArgs) {
  const { db, now } = requireReauthentication("admin", args, HERE);
  const after = args.url.searchParams.get("after") ?? "";
  return pageOfUsers(await usersOf(db, { find: "", after }), now);
}

type FoundUsers = FormResult<{ found: PageOfUsers }>;

/** Answers with the users that were found, without a redirect: an address would contain the search words. */
export async function action(args: Route.ActionArgs) {
  const { db, now } = requireReauthentication("admin", args, HERE);
  const form = await readForm(args.request, findUsersForm);
  if (!form.ok) return refuse(form.state);
  return data<FoundUsers>({ form: form.state, found: pageOfUsers(await usersOf(db, form.value), now) });
}

interface UsersProps extends Pick<Route.ComponentProps, "loaderData"> {
  actionData?: FoundUsers | undefined;
}

export default function UsersPage({ loaderData, actionData }: UsersProps) {
  const form = formView({}, actionData?.form);
  const found = actionData?.found;
  return (
    <Page title="Users" form={form} back={<a href="/admin/">Admin Panel</a>}>
      <FindUsers form={form} isFound={found !== undefined} />
      <UserList {...(found ?? loaderData)} find={found ? form.value("find") : ""} />
    </Page>
  );
}
