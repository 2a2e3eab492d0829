import { data } from "react-router";
import { column, note, row, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { caseLines } from "~/diary/cases/facts.server";
import { casesOfSession, feesOfCases, HOLDS_CASES } from "~/diary/cases/queries.server";
import { CaseList } from "~/diary/cases/views/case-list";
import { sessionFeeAnswers } from "~/diary/fees/facts";
import { decryptFeeNotes, feeFigures, feeOf, lastPayers, payersOf } from "~/diary/fees/queries.server";
import { bothFees } from "~/diary/fees/rules";
import { FeeStatus } from "~/diary/fees/views/fee-status";
import { feePath } from "~/diary/fees/work/work.server";
import { awayOf } from "~/diary/leave/rules";
import { lockable } from "~/diary/locks/locked.server";
import { aroundDate, leaveAroundSession, sessionsAroundSession } from "~/diary/sessions/around.server";
import { diaryReturn, keepView } from "~/diary/sessions/diary-pages";
import { findElement } from "~/diary/sessions/element-choices";
import { sessionForm } from "~/diary/sessions/form";
import { GONE_SESSION, keptSession, sessionDefaults } from "~/diary/sessions/form-defaults";
import {
  decryptNotes,
  planChoices,
  planRows,
  type SessionRow,
  sessionRow,
  sessionsOverlapping,
} from "~/diary/sessions/queries.server";
import { takesCases } from "~/diary/sessions/rules";
import { addInstead, changeSession } from "~/diary/sessions/save.server";
import { overlapWarning, sessionSentence } from "~/diary/sessions/sentences";
import { followingFacts, followingShown, seriesFacts, seriesRow } from "~/diary/sessions/series.server";
import { SeriesScope } from "~/diary/sessions/views/recurrence-fields";
import { SessionDialog } from "~/diary/sessions/views/session-dialog";
import { afterGone } from "~/diary/undo/take-back.server";
import { showPa } from "~/planning/job-plans/pa-rules";
import { elementChoices } from "~/planning/job-plans/queries.server";
import { newRef } from "~/platform/db/columns.server";
import { redirectSaying } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm } from "~/platform/http/read-form.server";
import { answerGone, answerRefusal, goneContext } from "~/platform/http/refusal.server";
import { londonMoment } from "~/platform/time/london";
import { FIRST_PROFILE, profileRow } from "~/profile/queries.server";
import { LinkButton, SubmitButton } from "~/ui/button";
import { useFormView } from "~/ui/form-state";
import { GoneNotice } from "~/ui/gone-notice";
import { PostForm } from "~/ui/post-form";
import { NewerFacts } from "~/ui/saved-elsewhere";
import type { Route } from "./+types/session";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, cipher, now } = requireLevel("diary", args);
  const { sessionRef } = args.params;
  const [
    [session],
    [fee],
    payers,
    plans,
    elements,
    overlapping,
    cases,
    fees,
    inSeries,
    near,
    following,
    leave,
    [profile],
  ] = await db.batch([
    sessionRow(db, user.id, sessionRef),
    feeOf(db, user.id, { session_ref: sessionRef }),
    lastPayers(db, user.id),
    planRows(db, user.id),
    elementChoices(db, user.id),
    sessionsOverlapping(db, user.id, sessionRef),
    casesOfSession(db, user.id, sessionRef),
    feesOfCases(db, user.id, sessionRef),
    seriesRow(db, user.id, sessionRef),
    sessionsAroundSession(db, user.id, sessionRef),
    followingFacts(db, user.id, sessionRef, HOLDS_CASES),
    leaveAroundSession(db, user.id, sessionRef),
    profileRow(db, user.id),
  ]);
  if (!session && !args.context.get(goneContext)) throw data(null, { status: 404 });
  const { shown, ...others } = session ? followingShown(session, following) : { shown: "", alike: 0, others: null };
  const { date } = londonMoment(session?.start_at ?? now);
  const choices = planChoices(plans, elements);
  const element = findElement(choices, session?.element_ref ?? "")?.element ?? null;
  const category = element?.category ?? null;
  const notes = session ? await decryptNotes(cipher, session) : "";
  return {
    plans: choices,
    facts: session && sessionFacts(session, element?.description ?? null, notes),
    // Nobody comes to it for its cases.
    opensFields: args.url.searchParams.has("edit") || !takesCases({ cases: cases.length, category }),
    kept: session ? keptSession(session) : GONE_SESSION,
    series: seriesFacts(inSeries),
    following: others,
    defaults: session && {
      ...sessionDefaults(session, notes),
      ...sessionFeeAnswers(fee, await decryptFeeNotes(cipher, fee)),
      series_shown: shown,
      idempotency_key: newRef(),
    },
    sites: (profile ?? FIRST_PROFILE).sites,
    fee: {
      saved: feeFigures(fee),
      payers: payersOf(payers),
      path: session ? feePath(fee, "session", sessionRef) : null,
    },
    bothFees: bothFees(
      fee?.amount_pence ?? 0,
      fees.reduce((sum, fee) => sum + fee.amount_pence, 0),
    ),
    overlaps: overlapWarning(overlapping),
    cases: await caseLines(cases, cipher, fees),
    around: aroundDate(date, near),
    leave: awayOf(leave),
    back: diaryReturn(args.url.searchParams, date, now),
    ways: waysFrom(sessionRef, args.url.searchParams),
  };
}

/** What the session is, while its fields are folded. */
function sessionFacts(session: SessionRow, element: string | null, notes: string) {
  const when = [sessionSentence({ ...session, element: null }), `${showPa(session.pa_units)} PA`, session.site];
  return { element: element ?? "No job plan element", when: when.filter(Boolean).join(", "), notes };
}

/** What is opened from the page leads back to the view that the page was opened from. */
function waysFrom(sessionRef: string, search: URLSearchParams) {
  const addCase = pathTo("/logbook/session/:sessionRef/case/new/", { sessionRef });
  return {
    here: keepView(pathTo("/logbook/session/:sessionRef/", { sessionRef }), search),
    remove: keepView(pathTo("/logbook/session/:sessionRef/delete/", { sessionRef }), search),
    addCase: keepView(addCase, search),
    listCases: keepView(pathTo("/logbook/session/:sessionRef/cases/", { sessionRef }), search),
    sameCase: keepView(`${addCase}?like=last`, search),
    repeat: keepView(pathTo("/logbook/session/:sessionRef/repeat/", { sessionRef }), search),
    duplicate: keepView(`/logbook/session/new/?like=${sessionRef}`, search),
  };
}

export const action = lockable(async (args: Route.ActionArgs) => {
  const by = requireLevel("diary", args);
  const { db, userId, now } = by;
  const { sessionRef } = args.params;
  const form = await readForm(args.request, sessionForm);
  const save = () => changeSession(by, sessionRef, form, HOLDS_CASES);
  let saved = await save();
  if (!saved) {
    const asked = form.ok ? form.value.if_gone : null;
    const gone = { db, userId, what: "session" as const, ref: sessionRef, now };
    const after = await afterGone(gone, { asked, save, saveNew: () => addInstead(by, form) });
    if (!after.saved) return answerGone(args.context, form.state, after.gone, after.error);
    saved = after.saved;
  }
  if (!saved.ok) return answerRefusal(form.state, saved);
  const toCases = form.ok && form.value.after_save === "case";
  const diary = diaryReturn(args.url.searchParams, londonMoment(saved.startAt).date, now);
  const path = toCases ? waysFrom(saved.sessionRef, args.url.searchParams).addCase : diary;
  return redirectSaying(args.request, path, saved.message, { undo: saved.undo ?? null });
});

export default function EditSession({ loaderData, actionData, params }: Route.ComponentProps) {
  const { plans, kept, facts, opensFields, defaults, sites, series, following, fee, bothFees, overlaps } = loaderData;
  const { cases, around, leave, back, ways } = loaderData;
  const form = useFormView(defaults ?? {}, actionData?.form);
  const { newer, gone } = actionData ?? {};
  return (
    <SessionDialog
      title="Edit Session"
      form={form}
      plans={plans}
      kept={kept}
      sites={sites}
      fee={fee}
      around={around}
      leave={leave}
      narrowed={actionData !== undefined && form.errors.length === 0}
      hidden={{
        unique_ref: params.sessionRef,
        version: form.value("version"),
        idempotency_key: form.value("idempotency_key"),
        series_shown: series ? form.value("series_shown") : undefined,
      }}
      back={back}
      series={!gone && series && <SeriesScope form={form} series={series} following={following} />}
      warnings={
        gone ? (
          <GoneNotice what="session" form="session" undoable={gone.undoable} />
        ) : newer ? (
          <NewerFacts facts={newer.facts} path={ways.here} />
        ) : (
          overlaps && <p className={note({ tone: "warn" })}>{overlaps}</p>
        )
      }
      more={
        !gone && (
          <LinkButton to={ways.remove} visual="danger">
            Delete
          </LinkButton>
        )
      }
      logged={
        gone
          ? undefined
          : {
              open: opensFields || actionData !== undefined,
              facts: facts && (
                <div>
                  <p>
                    <strong>{facts.element}</strong>
                  </p>
                  <p className={text({ kind: "quiet" })}>{facts.when}</p>
                  {facts.notes && <p className={text({ kind: "hint" })}>{facts.notes}</p>}
                  {fee.saved && <FeeStatus fee={fee.saved} />}
                </div>
              ),
              acts: (
                <>
                  <LinkButton to={ways.addCase} visual="primary" mark="case">
                    Add case
                  </LinkButton>
                  <LinkButton to={ways.sameCase} mark="same">
                    Same as last case
                  </LinkButton>
                </>
              ),
            }
      }
    >
      {!gone && (
        <>
          <section className={column({ gap: "3" })}>
            <h2>Cases</h2>
            <CaseList sessionRef={params.sessionRef} way={ways.here} cases={cases} />
            {bothFees && <p className={note()}>{bothFees}</p>}
            <div className={row()}>
              <LinkButton to={ways.listCases}>Enter cases as a list</LinkButton>
            </div>
          </section>
          <SessionAgain repeat={ways.repeat} duplicate={ways.duplicate} />
        </>
      )}
    </SessionDialog>
  );
}

/** Each leads back to where the page does. */
function SessionAgain({ repeat, duplicate }: { repeat: string; duplicate: string }) {
  return (
    <section className={column({ gap: "3" })}>
      <h2>The same again</h2>
      <p className={text({ kind: "hint" })}>
        Repeat makes this session on its next usual day, without notes, cases and fee. Duplicate opens a new one filled
        in like it.
      </p>
      <div className={row()}>
        <PostForm action={repeat}>
          <SubmitButton visual="normal" mark="repeat">
            Repeat session
          </SubmitButton>
        </PostForm>
        <LinkButton to={duplicate}>Duplicate</LinkButton>
      </div>
    </section>
  );
}
