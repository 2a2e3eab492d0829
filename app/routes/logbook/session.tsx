import { note } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { SESSION_HAS_CASES } from "~/diary/cases/queries.server";
import { FeeLink } from "~/diary/fees/views/fee-details";
import { isForReading } from "~/diary/locks/rules";
import { CloseLink, LockedNotice, READ_AND_ADD_FEES } from "~/diary/locks/views/locked-notice";
import { SeriesScope } from "~/diary/series/views/recurrence-fields";
import { returnToDiary } from "~/diary/sessions/diary-pages";
import { sessionForm } from "~/diary/sessions/form";
import { sessionDetails, sessionLinks } from "~/diary/sessions/page.server";
import { DuplicateLink, LoggedActions, LoggedFacts, SessionCases } from "~/diary/sessions/views/logged-session";
import { SessionDialog } from "~/diary/sessions/views/session-dialog";
import { addInPlaceOfDeleted, changeSession } from "~/diary/sessions/write.server";
import { recoverDeletedRow } from "~/diary/undo/undo.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm } from "~/platform/http/read-form.server";
import { answerDeletedRow, answerRefusal, deletedRowContext } from "~/platform/http/refusal.server";
import { londonMoment } from "~/platform/time/london";
import { DeletedRowNotice } from "~/ui/forms/deleted-row-notice";
import { useFormView } from "~/ui/forms/form-state";
import { LinkButton } from "~/ui/layout/button";
import type { Route } from "./+types/session";

export async function loader(args: Route.LoaderArgs) {
  const isGone = args.context.get(deletedRowContext);
  return sessionDetails(requireLevel("diary", args), args.params.sessionRef, args.url.searchParams, isGone);
}

export async function action(args: Route.ActionArgs) {
  const by = requireLevel("diary", args);
  const { db, userId, now } = by;
  const { sessionRef } = args.params;
  const form = await readForm(args.request, sessionForm);
  const save = () => changeSession(by, sessionRef, form, SESSION_HAS_CASES);
  let saved = await save();
  if (!saved) {
    const asked = form.ok ? form.value.if_gone : null;
    const gone = { db, userId, what: "session" as const, ref: sessionRef, now };
    const after = await recoverDeletedRow(gone, { asked, save, saveNew: () => addInPlaceOfDeleted(by, form) });
    if (!after.saved) return answerDeletedRow(args.context, form.state, after.gone, after.error);
    saved = after.saved;
  }
  if (!saved.ok) return answerRefusal(form.state, saved);
  const toCases = form.ok && form.value.after_save === "case";
  const diary = returnToDiary(args.url.searchParams, londonMoment(saved.startAt).date, now);
  const path = toCases ? sessionLinks(saved.sessionRef, args.url.searchParams).addCase : diary;
  return redirectWithMessage(args.request, path, saved.message, { undo: saved.undo ?? null });
}

export default function EditSession({ loaderData, actionData, params }: Route.ComponentProps) {
  const { plans, stored, facts, opensFields, defaults, sites, series, following, fee, bothFees, overlaps } = loaderData;
  const { cases, around, leave, locked, locks, back, links } = loaderData;
  const form = useFormView(defaults ?? {}, actionData?.form);
  const { gone } = actionData ?? {};
  const isRead = isForReading(locked, form, actionData);
  const isWhole = !gone && locked === null;
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
      series={!gone && series && <SeriesScope form={form} series={series} following={following} />}
      warnings={
        gone ? (
          <DeletedRowNotice what="session" form="session" undoable={gone.undoable} />
        ) : locked ? (
          <LockedNotice words={locked} besideAnswers={!isRead}>
            {READ_AND_ADD_FEES}
          </LockedNotice>
        ) : (
          overlaps && <p className={note({ tone: "warn" })}>{overlaps}</p>
        )
      }
      more={
        isWhole && (
          <LinkButton to={links.remove} visual="danger">
            Delete
          </LinkButton>
        )
      }
      logged={
        gone
          ? undefined
          : {
              open: opensFields || actionData !== undefined,
              facts: facts && <LoggedFacts facts={facts} fee={fee.saved} />,
              acts: <LoggedActions links={links} />,
            }
      }
    >
      {!gone && (
        <>
          <SessionCases
            sessionRef={params.sessionRef}
            links={links}
            cases={cases}
            bothFees={bothFees}
            locked={locked !== null}
          />
          <DuplicateLink links={links} />
        </>
      )}
    </SessionDialog>
  );
}
