import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { changeFees } from "~/diary/fees/ledger/actions.server";
import { addressOf, readFilters } from "~/diary/fees/ledger/filters";
import { extrasForm } from "~/diary/fees/ledger/form";
import type { ExtrasFound } from "~/diary/fees/ledger/ledger.server";
import { extrasFound, extrasPage } from "~/diary/fees/ledger/ledger.server";
import { Extras, NoExtras } from "~/diary/fees/ledger/views/extras";
import { LONGEST_WORDS } from "~/diary/search/words";
import { newRef } from "~/platform/db/columns.server";
import type { ActionResult, FormResult } from "~/platform/http/action-result";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal, withPageData } from "~/platform/http/refusal.server";
import { ukDate } from "~/platform/time/dates";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import type { Route } from "./+types/extras";

/** Results of a search, shown in place of the list. */
interface Found {
  found: ExtrasFound;
}

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const filters = readFilters(args.url.searchParams);
  const page = await extrasPage(context, filters);
  return { ...page, key: newRef() };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, extrasForm);
  const filters = readFilters(args.url.searchParams);
  // After a refusal a list of results is shown again, with its words and ticks.
  const stillFound = async (refused: ReturnType<typeof refuse>) => {
    const words = form.state.values.words?.[0] ?? "";
    if (words === "" || form.state.errors.words) return refused;
    return withPageData(refused, { found: await extrasFound(context, filters, words.slice(0, LONGEST_WORDS)) });
  };
  if (!form.ok) return stillFound(refuse(form.state));
  if (form.value.intent === "find") {
    if (form.value.words === "") return refuse(form.state, { words: "Enter words to find" });
    return data<FormResult<Found>>({ form: form.state, found: await extrasFound(context, filters, form.value.words) });
  }
  const { fingerprint } = form;
  const done = await changeFees(context, { key: form.value.idempotency_key, fingerprint }, form.value);
  if ("errors" in done) return stillFound(answerRefusal(form.state, done));
  return redirectWithMessage(args.request, done.to ?? addressOf(filters), done.message, { undo: done.undo });
}

interface ExtrasPageProps extends Pick<Route.ComponentProps, "loaderData"> {
  actionData?: ActionResult<Found> | undefined;
}

export default function ExtrasPage({ loaderData, actionData }: ExtrasPageProps) {
  const { today, tax, key, any } = loaderData;
  const form = useFormView({ date: ukDate(today), tax_basis: tax.basis }, actionData?.form);
  if (!any) return <NoExtras />;
  return <Extras page={loaderData} found={actionData?.found} form={form} idempotencyKey={keyOf(form, key)} />;
}
