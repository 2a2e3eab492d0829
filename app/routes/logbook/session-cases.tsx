import { useState } from "react";
import { Link } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { caseListForm } from "~/diary/case-lines/form";
import { listedCases, nameableOptions, readList, remarksOn } from "~/diary/case-lines/page.server";
import { sessionWithHistory } from "~/diary/case-lines/queries.server";
import { CaseSheet } from "~/diary/case-lines/views/case-sheet";
import { addCases } from "~/diary/case-lines/write.server";
import { caseFormData } from "~/diary/cases/page.server";
import { sessionWithCases } from "~/diary/cases/queries.server";
import { CaseHeading } from "~/diary/cases/views/case-form";
import { refuseIfLocked } from "~/diary/locks/locked.server";
import { isForReading } from "~/diary/locks/rules";
import { withView } from "~/diary/sessions/diary-pages";
import { newRef } from "~/platform/db/columns.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal, withPageData } from "~/platform/http/refusal.server";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/session-cases";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const place = await sessionWithHistory(context, args.params.sessionRef);
  return {
    around: await caseFormData(place, context.cipher),
    own: nameableOptions(place),
    descriptions: place.descriptions,
    session: withView(pathTo("/logbook/session/:sessionRef/", args.params), args.url.searchParams),
    idempotency_key: newRef(),
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, caseListForm);
  const place = await sessionWithCases(context.db, context.user.id, args.params.sessionRef);
  const own = nameableOptions(place);
  const { values, isNew, faults } = readList(form.state.values, own);
  const remarks = remarksOn(values, own);
  if (!form.ok) return withPageData(refuse({ ...form.state, values }), { remarks });
  if (isNew || form.value.next) {
    return withPageData(refuse({ ...form.state, values }, faults), { remarks, isRead: true });
  }
  const saved = await refuseIfLocked(
    addCases(context, place, listedCases(values, form.value), form.value, form.fingerprint),
  );
  if ("errors" in saved) return withPageData(answerRefusal({ ...form.state, values }, saved), { remarks });
  const session = withView(pathTo("/logbook/session/:sessionRef/", args.params), args.url.searchParams);
  return redirectWithMessage(args.request, session, saved.message, { undo: saved.undo });
}

export default function SessionCases({ loaderData, actionData }: Route.ComponentProps) {
  const { around, own, descriptions, session, idempotency_key } = loaderData;
  const form = useFormView({}, actionData?.form);
  const answer = useAnswers(actionData);
  const { remarks, isRead } = { isRead: false, ...actionData };
  return (
    <Page title="Enter cases as a list" form={form} back={<Link to={session}>Back to the session</Link>}>
      <CaseHeading around={around} sessionPath={session} />
      {!isForReading(around.locked, form, actionData) && (
        // Each answer of the server has new rows.
        <CaseSheet
          key={answer}
          form={form}
          idempotencyKey={keyOf(form, idempotency_key)}
          around={around}
          own={own}
          descriptions={descriptions}
          remarks={remarks}
          isRead={isRead === true}
        />
      )}
    </Page>
  );
}

/** Number of answers that the page has received. */
function useAnswers(answer: unknown): number {
  const [last, setLast] = useState({ answer, count: 0 });
  if (last.answer === answer) return last.count;
  setLast({ answer, count: last.count + 1 });
  return last.count + 1;
}
