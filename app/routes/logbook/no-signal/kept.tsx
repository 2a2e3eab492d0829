import { redirectDocument } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { finishKept, requireKept } from "~/diary/no-signal/kept.server";
import { keptForm } from "~/diary/no-signal/kept-form";
import { keptPage, pagesFor } from "~/diary/no-signal/kept-page.server";
import { DiscardKept, Kept } from "~/diary/no-signal/views/kept";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import type { Route } from "./+types/kept";

export async function loader(args: Route.LoaderArgs) {
  const page = await keptPage(requireLevel("diary", args), args.params.entryRef);
  return { ...page, asksToDiscard: args.url.searchParams.has("discard") };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const ref = args.params.entryRef;
  const kept = await requireKept(context, ref);
  const form = await readForm(args.request, keptForm);
  if (!form.ok) return refuse(form.state);
  if (form.value.intent === "discard") {
    await finishKept(context, ref);
    return redirectWithMessage(args.request, "/logbook/", "Discarded");
  }
  const page = (await pagesFor(context, kept)).find(({ value }) => value === form.value.page);
  if (!page) return refuse(form.state, { page: "Choose where to save it" });
  const url = new URL(page.value, args.url.origin);
  url.searchParams.set("kept", ref);
  // A full load: the answers come with the page.
  return redirectDocument(url.pathname + url.search);
}

export default function KeptPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { asksToDiscard, ...page } = loaderData;
  const form = formView({ page: page.chosen }, actionData?.form);
  if (asksToDiscard) return <DiscardKept page={page} form={form} entryRef={params.entryRef} />;
  return <Kept page={page} form={form} />;
}
