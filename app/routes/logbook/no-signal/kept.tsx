import { redirectDocument } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { changeKept, finishKept, requireKept } from "~/diary/no-signal/kept.server";
import { keptForm } from "~/diary/no-signal/kept-form";
import { keptPage, sessionOfList } from "~/diary/no-signal/kept-page.server";
import { Kept } from "~/diary/no-signal/views/kept";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import type { Route } from "./+types/kept";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  return keptPage(requireLevel("diary", args), args.params.entryRef);
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
  const sessionRef = form.value.session_ref ?? "";
  const isList = sessionOfList(kept) !== null;
  if (isList && sessionRef === "") return refuse(form.state, { session_ref: "Choose the session of these cases" });
  const path = isList ? pathTo("/logbook/session/:sessionRef/cases/", { sessionRef }) : kept.path;
  if (path !== kept.path) await changeKept(context, ref, { ...kept, path });
  const url = new URL(path, args.url.origin);
  url.searchParams.set("kept", ref);
  // A full load: the answers come with the page.
  return redirectDocument(url.pathname + url.search);
}

export default function KeptPage({ loaderData, actionData }: Route.ComponentProps) {
  const form = formView({ session_ref: loaderData.list?.session }, actionData?.form);
  return <Kept page={loaderData} form={form} />;
}
