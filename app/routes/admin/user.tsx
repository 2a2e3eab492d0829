import { data } from "react-router";
import { column } from "styled-system/recipes";
import { SENT } from "~/account/email/rules";
import { requireReauthentication } from "~/account/guard.server";
import { LEVELS, REASONS, userActForm } from "~/admin/form";
import { changeSuspension } from "~/admin/suspension.server";
import { type UserPage, usernameOf, userPage } from "~/admin/user.server";
import { changeLevel, endLoginsOf, sendVerificationTo } from "~/admin/user-actions.server";
import { AuditList } from "~/admin/views/overview";
import { SuspensionForms } from "~/admin/views/suspension";
import { LevelForm, LinkForm, UserFacts, UserLogins } from "~/admin/views/user";
import { userPath } from "~/admin/views/user-list";
import { SUSPENSION_REASONS } from "~/mail/contents";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { formView } from "~/ui/forms/form-state";
import { LinkButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/user";

export const handle = { script: false };

export async function loader(args: Route.LoaderArgs) {
  const { userRef } = args.params;
  const context = requireReauthentication("admin", args, pathTo("/admin/users/:userRef/", { userRef }));
  const page = await userPage(context, userRef, args.url.searchParams.get("before") ?? "");
  if (!page) throw data(null, { status: 404 });
  const reasons = REASONS.map((value) => ({ value, label: SUSPENSION_REASONS[value].label }));
  return { user: page, levels: LEVELS, reasons };
}

export async function action(args: Route.ActionArgs) {
  const { request, params } = args;
  const here = pathTo("/admin/users/:userRef/", params);
  const context = requireReauthentication("admin", args, here);
  const username = await usernameOf(context, params.userRef);
  if (username === null) throw data(null, { status: 404 });
  const form = await readForm(request, userActForm);
  if (!form.ok) return refuse(form.state);
  const { value } = form;
  if (value.intent === "level") {
    const refusal = await changeLevel(context, request, params.userRef, value);
    if (refusal) return answerRefusal(form.state, refusal);
    return redirectWithMessage(request, here, `${username} has level ${value.level}`);
  }
  if (value.intent === "logins") {
    const ended = await endLoginsOf(context, request, params.userRef);
    return redirectWithMessage(request, here, ended === null ? "There was no login to end" : `${ended} ended`);
  }
  if (value.intent === "suspend" || value.intent === "lift" || value.intent === "export") {
    const refusal = await changeSuspension(context, request, params.userRef, value);
    if (refusal) return answerRefusal(form.state, refusal);
    return redirectWithMessage(request, here, `${username} ${SUSPENSION_DONE[value.intent]}`);
  }
  const refusal = await sendVerificationTo(context, request, params.userRef);
  if (refusal) return refuse(form.state, { "": refusal.message }, refusal.status);
  return redirectWithMessage(request, here, SENT);
}

const SUSPENSION_DONE = {
  suspend: "is suspended",
  lift: "is no longer suspended",
  export: "can save a copy of their data for 7 days",
};

export default function AdminUser({ loaderData, actionData }: Route.ComponentProps) {
  const { user, levels, reasons } = loaderData;
  const form = formView({ level: String(user.level), version: String(user.version) }, actionData?.form);
  return (
    <Page title={user.username} form={form} back={<a href="/admin/users/">Users</a>}>
      <div className={column({ gap: "6" })}>
        <UserFacts {...user} />
        <LevelForm user={user} levels={levels} form={form} />
        <LinkForm user={user} />
        <UserLogins user={user} />
        <SuspensionForms user={user} reasons={reasons} form={form} />
        <UserLines user={user} />
      </div>
    </Page>
  );
}

/** Audit record: what the user did with their account and what was done to it, a page at a time. */
function UserLines({ user }: { user: UserPage }) {
  const { ref, lines, next } = user;
  return (
    <section className={column({ gap: "3" })}>
      <h2>Record</h2>
      {lines.length === 0 ? <p>Nothing more.</p> : <AuditList acts={lines} of={ref} />}
      {next !== null && (
        <p>
          <LinkButton to={`${userPath(ref)}?before=${next}`}>Earlier</LinkButton>
        </p>
      )}
    </section>
  );
}
