import { redirect } from "react-router";
import { column } from "styled-system/recipes";
import { requestContextOf, requireLevel } from "~/account/guard.server";
import { homeOf } from "~/account/levels";
import { userContext } from "~/account/login/logins.server";
import { termsForm } from "~/account/terms/form";
import { acceptTerms, askedTerms, pageAfterTerms } from "~/account/terms/terms.server";
import { TERMS_SINCE, TERMS_VERSION } from "~/account/terms/versions";
import { TermsAsked } from "~/account/terms/views/terms-asked";
import { TermsText } from "~/account/terms/views/terms-text";
import { siteContext } from "~/platform/context";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { longDate } from "~/platform/time/dates";
import { formView } from "~/ui/forms/form-state";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/terms";

export const handle = { script: false };

export async function loader(args: Route.LoaderArgs) {
  const { keeper } = args.context.get(siteContext);
  const user = args.context.get(userContext);
  const asked = user && (await askedTerms(requestContextOf(user, args), args.url.searchParams.get("next")));
  return { keeper, asked };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("factors", args);
  const form = await readForm(args.request, termsForm);
  if (!form.ok) return refuse(form.state);
  const { version, next } = form.value;
  // Changed again while the page was open.
  if (version !== TERMS_VERSION) return redirect(`/terms/?${new URLSearchParams({ next })}`);
  await acceptTerms(context, args.request);
  return redirect(pageAfterTerms(next, homeOf(context.user.level)));
}

export default function Terms({ loaderData, actionData }: Pick<Route.ComponentProps, "loaderData" | "actionData">) {
  const { keeper, asked } = loaderData;
  const form = formView({ version: asked?.version ?? "", next: asked?.next ?? "" }, actionData?.form);
  return (
    <Page
      title={asked ? "The terms have changed" : "Terms"}
      form={form}
      lead={`In force since ${longDate(TERMS_SINCE)}`}
    >
      <div className={column({ gap: "5" })}>
        {asked && <TermsAsked changes={asked.changes} form={form} />}
        <TermsText keeper={keeper} />
      </div>
    </Page>
  );
}
