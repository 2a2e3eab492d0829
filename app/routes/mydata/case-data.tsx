import { data } from "react-router";
import { requireLevel } from "~/accounts/guard.server";
import { newRef } from "~/db/columns.server";
import { redirectSaying } from "~/http/flash.server";
import { readForm, refuse } from "~/http/read-form.server";
import { answerRefusal } from "~/http/refusal.server";
import { actOnCases } from "~/reports/data-tables/case-acts.server";
import { addressOf, readChoices } from "~/reports/data-tables/choices";
import { CASE_DATA } from "~/reports/data-tables/columns";
import { caseDataForm } from "~/reports/data-tables/form";
import { caseDataPage, type FoundData, findCases } from "~/reports/data-tables/page.server";
import type { Question } from "~/reports/data-tables/ticked";
import { CaseActs } from "~/reports/data-tables/views/case-acts";
import { DataPage } from "~/reports/data-tables/views/data-page";
import type { FormState } from "~/ui/form-state";
import { keyOf, useFormView } from "~/ui/kept-form";
import type { Route } from "./+types/case-data";

/** A form that came back, the rows that hold its words, or what it asks before it goes on. */
interface Answer {
  form: FormState;
  found?: FoundData;
  question?: Question;
}

export async function loader(args: Route.LoaderArgs) {
  const { db, user, vault, now } = requireLevel("diary", args);
  const page = await caseDataPage({ db, vault, userRef: user.unique_ref, now }, args.url.searchParams);
  return { ...page, key: newRef() };
}

export async function action(args: Route.ActionArgs) {
  const { db, user, vault, now } = requireLevel("diary", args);
  const form = await readForm(args.request, caseDataForm);
  const by = { db, vault, userRef: user.unique_ref, now };
  const search = args.url.searchParams;
  // A table of what was found is answered as that table.
  const withFound = async <Given extends object>({ data: given, init }: ReturnType<typeof data<Given>>) => {
    const words = form.ok ? form.value.words : "";
    return data(words ? { ...given, found: await findCases(by, search, words) } : given, init ?? undefined);
  };
  if (!form.ok) return refuse(form.state);
  if (form.value.act === "find") {
    return form.value.words
      ? withFound(data({ form: form.state }))
      : refuse(form.state, { words: "Enter words to find" });
  }
  const { idempotency_key: key } = form.value;
  const done = await actOnCases(by, { key, fingerprint: form.fingerprint }, form.value);
  if ("errors" in done) return withFound(answerRefusal(form.state, done));
  if ("asks" in done) return withFound(data({ form: form.state, question: done }));
  return redirectSaying(args.request, addressOf(CASE_DATA, readChoices(CASE_DATA, search)), done.says, {
    undo: done.undo,
  });
}

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

interface CaseDataProps extends Pick<Route.ComponentProps, "loaderData"> {
  actionData?: Answer | undefined;
}

export default function CaseDataPage({ loaderData, actionData }: CaseDataProps) {
  const form = useFormView({}, actionData?.form);
  return (
    <DataPage
      kind={CASE_DATA}
      page={loaderData}
      found={actionData?.found}
      question={actionData?.question}
      form={form}
      idempotencyKey={keyOf(form, loaderData.key)}
      findLabel="Words in element or text"
    >
      <CaseActs form={form} options={loaderData.options} supervisions={loaderData.supervisions} />
    </DataPage>
  );
}
