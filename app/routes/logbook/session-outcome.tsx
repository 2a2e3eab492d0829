import { data } from "react-router";
import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { feeFigures, feeOf } from "~/diary/fees/queries.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { formatLockedPeriod } from "~/diary/locks/rules";
import { LockedNotice } from "~/diary/locks/views/locked-notice";
import { returnToDiary } from "~/diary/sessions/diary-pages";
import { outcomeForm } from "~/diary/sessions/form";
import { REASON_NAMES, reasonName } from "~/diary/sessions/outcome";
import { sayOutcome, unitsIfHeld } from "~/diary/sessions/outcome.server";
import { sessionHeading, sessionRow } from "~/diary/sessions/queries.server";
import { sessionSentence } from "~/diary/sessions/sentences";
import { Reasons } from "~/diary/sessions/views/reasons";
import { showPa } from "~/planning/job-plans/pa-rules";
import { newRef } from "~/platform/db/columns.server";
import { londonMoment } from "~/platform/time/london";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/session-outcome";

export async function loader(args: Route.LoaderArgs) {
  const { db, userId, now } = requireLevel("diary", args);
  const { sessionRef } = args.params;
  const [[session], [heading], [fee], locks] = await db.batch([
    sessionRow(db, userId, sessionRef),
    sessionHeading(db, userId, sessionRef),
    feeOf(db, userId, { session_ref: sessionRef }),
    locksOf(db, userId),
  ]);
  if (!session || !heading) throw data(null, { status: 404 });
  const { date } = londonMoment(session.start_at);
  return {
    session: sessionSentence(heading),
    hidden: { version: session.version, idempotency_key: newRef() },
    reason: reasonName(session.outcome),
    pa: heading.counts_to_balance ? showPa(unitsIfHeld(session)) : null,
    fee: feeFigures(fee),
    counts: showPa(session.pa_units),
    locked: formatLockedPeriod(locks, date),
    back: returnToDiary(args.url.searchParams, date, now),
  };
}

export const action = saves(
  "diary",
  outcomeForm,
  async (by, { value: { version, ...answers }, fingerprint }, { params, url }: Route.ActionArgs) => {
    const said = await sayOutcome(by, { ref: params.sessionRef, version, fingerprint }, answers);
    return "refusal" in said ? said : { ...said, to: returnToDiary(url.searchParams, said.date, by.now) };
  },
  {
    of: async ({ db, userId }, { params }) => {
      const found = await sessionHeading(db, userId, params.sessionRef);
      if (found.length === 0) throw data(null, { status: 404 });
    },
  },
);

export default function SessionOutcome({ loaderData, actionData }: Route.ComponentProps) {
  const { session, hidden, reason, pa, fee, counts, locked, back } = loaderData;
  const form = formView({}, actionData?.form);
  return (
    <DialogPage title="Did not happen" form={form} back={back}>
      <div className={column({ gap: "3" })}>
        <LockedNotice words={locked}>You cannot change a session of these days.</LockedNotice>
        <p>
          <strong>{session}</strong>
          {reason && `. ${reason}: it counts ${counts} PA.`}
        </p>
        {locked === null &&
          (reason === null ? (
            <Reasons form={form} pa={pa} fee={fee} hidden={hidden} />
          ) : reason === REASON_NAMES.swapped ? (
            <p>It is on its other day: change or delete it there.</p>
          ) : (
            <PostForm hidden={hidden}>
              <SubmitButton name="intent" value="held">
                It happened
              </SubmitButton>
            </PostForm>
          ))}
      </div>
    </DialogPage>
  );
}
