import { note } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { SESSION_HAS_CASES } from "~/diary/cases/queries.server";
import { FeeLink } from "~/diary/fees/views/fee-details";
import { isForReading } from "~/diary/locks/rules";
import { CloseLink, LockedNotice, READ_AND_ADD_FEES } from "~/diary/locks/views/locked-notice";
import { SeriesScope } from "~/diary/series/views/recurrence-fields";
import { returnToDiary } from "~/diary/sessions/diary-pages";
import { sessionForm } from "~/diary/sessions/form";
import { REASON_NAMES } from "~/diary/sessions/outcome";
import { sessionDetails, sessionLinks } from "~/diary/sessions/page.server";
import { LoggedActions, LoggedFacts, SessionCases, SessionLinkButtons } from "~/diary/sessions/views/logged-session";
import { SessionDialog } from "~/diary/sessions/views/session-dialog";
import { changeSession } from "~/diary/sessions/write.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { londonMoment } from "~/platform/time/london";
import { useFormView } from "~/ui/forms/form-state";
import { LinkButton } from "~/ui/layout/button";
import type { Route } from "./+types/session";

export async function loader(args: Route.LoaderArgs) {
  return sessionDetails(requireLevel("diary", args), args.params.sessionRef, args.url.searchParams);
}

export async function action(args: Route.ActionArgs) {
  const by = requireLevel("diary", args);
  const form = await readForm(args.request, sessionForm);
  const saved = await changeSession(by, args.params.sessionRef, form, SESSION_HAS_CASES);
  if (!saved.ok) return answerRefusal(form.state, saved);
  const toCases = form.ok && form.value.after_save === "case";
  const diary = returnToDiary(args.url.searchParams, londonMoment(saved.startAt).date, by.now);
  const path = toCases ? sessionLinks(saved.sessionRef, args.url.searchParams).addCase : diary;
  return redirectWithMessage(args.request, path, saved.message, { undo: saved.undo ?? null });
}

export default function EditSession({ loaderData, actionData, params }: Route.ComponentProps) {
  const { plans, stored, facts, opensFields, defaults, sites, series, following, fee, bothFees, overlaps } = loaderData;
  const { cases, around, leave, reason, locked, locks, back, links } = loaderData;
  const form = useFormView(defaults, actionData?.form);
  const isRead = isForReading(locked, form, actionData);
  const isWhole = locked === null;
  const sessionActs = <SessionLinkButtons links={links} outcome={isWhole ? outcomeLink(reason, cases.length) : null} />;
  return (
    <SessionDialog
      title={isRead ? "Session" : "Edit Session"}
      form={form}
      plans={plans}
      stored={stored}
      sites={sites}
      fee={fee}
      around={around}
      leave={leave}
      locks={locked === null ? locks : []}
      narrowed={actionData !== undefined && form.errors.length === 0}
      hidden={{
        unique_ref: params.sessionRef,
        version: form.value("version"),
        idempotency_key: form.value("idempotency_key"),
        series_shown: series ? form.value("series_shown") : undefined,
      }}
      back={back}
      read={isRead && { cancel: <CloseLink to={back} />, footer: <FeeLink saved={fee.saved} path={fee.path} /> }}
      series={series && <SeriesScope form={form} series={series} following={following} />}
      warnings={
        locked ? (
          <LockedNotice words={locked} besideAnswers={!isRead}>
            {READ_AND_ADD_FEES}
          </LockedNotice>
        ) : (
          <>
            {reason && <p className={note()}>{reason}: this session did not happen.</p>}
            {overlaps && <p className={note({ tone: "warn" })}>{overlaps}</p>}
          </>
        )
      }
      more={
        isWhole && (
          <LinkButton to={links.remove} visual="danger">
            Delete
          </LinkButton>
        )
      }
      logged={{
        open: opensFields || actionData !== undefined,
        facts: <LoggedFacts facts={facts} fee={fee.saved} />,
        acts: reason === null && <LoggedActions links={links} />,
        also: reason === null && sessionActs,
      }}
    >
      {reason === null ? (
        <SessionCases
          sessionRef={params.sessionRef}
          links={links}
          cases={cases}
          bothFees={bothFees}
          locked={locked !== null}
        />
      ) : (
        sessionActs
      )}
    </SessionDialog>
  );
}

/** @param reason why it did not happen */
function outcomeLink(reason: string | null, caseCount: number): string | null {
  if (reason !== null) return reason === REASON_NAMES.swapped ? null : "It happened";
  return caseCount === 0 ? "Did not happen" : null;
}
