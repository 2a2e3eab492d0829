import { Link } from "react-router";
import { css } from "styled-system/css";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { leaveAnswersOf, leaveEditForm, newLeaveAnswers, newLeaveForm } from "~/diary/leave/form";
import { isLeaveType } from "~/diary/leave/kinds";
import { decryptLeaveNotes, leaveOf } from "~/diary/leave/queries.server";
import { spendsLieu, statusFault } from "~/diary/leave/rules";
import { mayHaveMoreSessions, queriesAroundSave, redirectAfterLeave } from "~/diary/leave/sessions-in-leave.server";
import { isGivenBack } from "~/diary/leave/sickness";
import { isSavedButLieu, LeaveFields } from "~/diary/leave/views/leave-fields";
import { worthBasisOf, worthFormQueries } from "~/diary/leave/worth.server";
import { addLeave, saveLeave, textFaults } from "~/diary/leave/write.server";
import { formatBalance } from "~/diary/lieu/format";
import { lieuAmountsOf, lieuSpentOn } from "~/diary/lieu/queries.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { formatLockedPeriod, lockedDays } from "~/diary/locks/rules";
import { CloseLink, LockedNotice } from "~/diary/locks/views/locked-notice";
import { requireRow } from "~/planning/job-plans/queries.server";
import { newRef } from "~/platform/db/columns.server";
import { refusedFor } from "~/platform/http/answer-save.server";
import { pathTo } from "~/platform/http/path-to";
import { refuse } from "~/platform/http/read-form.server";
import { readDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";
import { useFormView } from "~/ui/forms/form-state";
import { LinkButton } from "~/ui/layout/button";
import { FormPage } from "~/ui/layout/form-page";
import type { Route } from "./+types/leave-form";

/** The form of a new leave, or of the one that the address names. */
export async function loader(args: Route.LoaderArgs) {
  const { db, userId, cipher } = requireLevel("diary", args);
  const { leaveRef } = args.params;
  const [rows, [spent], amounts, locks, ...days] = await db.batch([
    leaveOf(db, userId, leaveRef ?? ""),
    lieuSpentOn(db, userId, leaveRef ?? ""),
    lieuAmountsOf(db, userId),
    locksOf(db, userId),
    ...worthFormQueries(db, userId),
  ]);
  const around = { lieu: formatBalance(amounts), worth: worthBasisOf(days), locks: lockedDays(locks) };
  if (leaveRef === undefined) {
    const given = (name: string) => args.url.searchParams.get(name) ?? "";
    const [date, until, type] = [readDate(given("date")), readDate(given("until")), given("type")];
    const answers = newLeaveAnswers(date || null, until || null, isLeaveType(type) ? type : undefined);
    return { ...around, answers, idempotency_key: newRef(), locked: null, inLieu: false, givesBack: false };
  }
  const leave = requireRow(rows);
  const notes = await decryptLeaveNotes(cipher, leave);
  return {
    ...around,
    answers: { ...leaveAnswersOf(leave, notes, spent), idempotency_key: newRef() },
    idempotency_key: undefined,
    locked: formatLockedPeriod(locks, leave.date_start, leave.date_end),
    // In locked days too, the time in lieu that it takes can still be changed.
    inLieu: spendsLieu(leave.type) && leave.status !== "cancelled",
    givesBack: isGivenBack(leave),
  };
}

export function action(args: Route.ActionArgs) {
  return args.params.leaveRef === undefined ? add(args) : change(args);
}

const add = saves("diary", newLeaveForm, async (by, { value, state, fingerprint }) => {
  if (value.intent === "worth") return refuse(state);
  const { leave, idempotency_key: key } = value;
  const refused = refusedFor({ ...textFaults(value, {}), ...statusFault(leave, londonToday(by.now)) });
  if (refused) return refused;
  const [settings, years, around] = await by.db.batch(queriesAroundSave(by, leave));
  const { ref, refusal } = await addLeave(by, { key, fingerprint }, value);
  if (refusal) return { refusal };
  return redirectAfterLeave({ ref, leave, settings, years, around, asks: true }, "Leave added", by.now);
});

const change = saves(
  "diary",
  leaveEditForm,
  async (by, { value, state, fingerprint }, { params: { leaveRef: ref = "" } }: Route.ActionArgs) => {
    const { leave } = value;
    const [rows, [spent], settings, years, around] = await by.db.batch([
      leaveOf(by.db, by.userId, ref),
      lieuSpentOn(by.db, by.userId, ref),
      ...queriesAroundSave(by, leave),
    ]);
    const current = requireRow(rows);
    if (value.intent === "worth") return refuse(state);
    const texts = { name: current.name, notes: await decryptLeaveNotes(by.cipher, current) };
    const refused = refusedFor({ ...textFaults(value, texts), ...statusFault(leave, londonToday(by.now)) });
    if (refused) return refused;
    const { refusal, isRepeated } = await saveLeave(by, current, spent, { ...value, fingerprint });
    if (refusal) return { refusal };
    // Sent twice, the first has saved the new days already.
    const asks = isRepeated || mayHaveMoreSessions(current, leave);
    return redirectAfterLeave({ ref, leave, settings, years, around, asks }, "Leave saved", by.now);
  },
  { of: async ({ db, userId }, { params }) => requireRow(await leaveOf(db, userId, params.leaveRef ?? "")) },
);

export default function LeaveFormPage({ loaderData, actionData, params: { leaveRef } }: Route.ComponentProps) {
  const { answers, idempotency_key, lieu, worth, locks, locked, inLieu, givesBack } = loaderData;
  const form = useFormView(answers, actionData?.form);
  const isRead = locked !== null && isSavedButLieu(form, answers);
  const isOpen = inLieu || !isRead;
  return (
    <FormPage
      title={leaveRef === undefined ? "Add leave" : isRead ? "Leave" : "Edit leave"}
      form={form}
      id="leave"
      back="/leave/"
      cancel={isRead && !inLieu && <CloseLink to="/leave/" />}
      button={isOpen && (isRead ? "Save time in lieu" : "Save leave")}
      beside={
        leaveRef !== undefined &&
        locked === null && (
          <LinkButton to={pathTo("/leave/:leaveRef/delete/", { leaveRef })} visual="danger">
            Delete leave
          </LinkButton>
        )
      }
      idempotencyKey={idempotency_key}
      // Fields that are read are not sent.
      hidden={isRead ? { ...answers, lieu_amount: undefined, lieu_unit: undefined } : {}}
      above={
        <>
          <LockedNotice words={locked} besideAnswers={isOpen}>
            {inLieu
              ? "You can change the time in lieu spent on it, but nothing else."
              : "You can read it, but not change it."}
          </LockedNotice>
          {leaveRef !== undefined && givesBack && locked === null && (
            <p className={css({ paddingBottom: "4" })}>
              <Link to={pathTo("/leave/:leaveRef/sick/", { leaveRef })}>I was ill on some of these days</Link>
            </p>
          )}
        </>
      }
    >
      <LeaveFields
        form={form}
        lieu={lieu}
        worth={worth}
        locks={locked === null ? locks : []}
        read={isRead && (inLieu ? "all but lieu" : "all")}
      />
    </FormPage>
  );
}
