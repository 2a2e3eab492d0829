import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, note, row, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { type LockedDays, lockedDays, lockOf } from "~/diary/locks/rules";
import { LockedAsTyped, LockedMark } from "~/diary/locks/views/locked-notice";
import { type ToRecalculate, timedSessionsOnDay, toRecalculate } from "~/diary/sessions/recalculate.server";
import { plansOf } from "~/planning/job-plans/queries.server";
import { publicHolidaysOfYear, yearOfQuery } from "~/planning/public-holidays/calendar";
import { publicHolidayForm } from "~/planning/public-holidays/form";
import {
  addPublicHoliday,
  localPublicHolidaysOf,
  removePublicHoliday,
  restoreDay,
} from "~/planning/public-holidays/queries.server";
import { PublicHolidayList } from "~/planning/public-holidays/views/public-holiday-list";
import { newRef } from "~/platform/db/columns.server";
import { pathTo } from "~/platform/http/path-to";
import { formatCounted } from "~/platform/time/counted";
import { readDate, shortDate, ukDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { type FormView, keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/public-holidays";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const { searchParams } = args.url;
  const today = londonToday(now);
  const changed = readDate(searchParams.get("changed") ?? "") || null;
  const [local, plans, locks, timed] = await db.batch([
    localPublicHolidaysOf(db, user.id),
    plansOf(db, user.id),
    locksOf(db, user.id),
    timedSessionsOnDay(db, user.id, changed ?? today),
  ]);
  const { lines, ...year } = publicHolidaysOfYear(yearOfQuery(searchParams.get("year"), today), plans, local);
  return {
    ...year,
    lines: lines.map((line) => ({ ...line, locked: lockOf(locks, line.day) !== null })),
    locks: lockedDays(locks),
    hasPlan: plans.length > 0,
    recalculate: changed ? toRecalculate(timed, plans) : [],
    idempotency_key: newRef(),
  };
}

export const action = saves("diary", publicHolidayForm, async (by, { value, fingerprint }) => {
  const { idempotency_key: key, intent, day, name } = value;
  const saved =
    intent === "remove"
      ? await removePublicHoliday(by, day)
      : intent === "restore"
        ? await restoreDay(by, day)
        : await addPublicHoliday(by, { key, fingerprint }, { day, name });
  return { ...saved, to: `/leave/bank_days/?year=${day.slice(0, 4)}&changed=${day}` };
});

const COUNTED = "They count in your leave, your PAs, repeating sessions and the week.";
/** Sessions follow the rules of their plan, which contain the days; without a plan only the nation's days apply. */
const COUNTED_WITHOUT_PLAN =
  "They count in your leave and in the week. They count for sessions and their PAs once you have a job plan.";

export default function PublicHolidaysPage({ loaderData, actionData }: Route.ComponentProps) {
  const { year, lines, locks, count, known, hasPlan, recalculate, idempotency_key } = loaderData;
  const form = useFormView({}, actionData?.form);
  const formKey = keyOf(form, idempotency_key);
  return (
    <Page
      title="Bank holidays"
      subtitle={String(year)}
      form={form}
      back={<Link to="/leave/">Leave</Link>}
      lead={`The bank holidays of your nation, with days that you add or remove. ${hasPlan ? COUNTED : COUNTED_WITHOUT_PLAN}`}
    >
      <RecalculateLinks plans={recalculate} />
      <section className={column({ gap: "3" })} aria-labelledby="year">
        <div className={row({ spread: true, gap: "4", align: "baseline" })}>
          <h2 id="year">
            {formatCounted(count, "bank holiday")} in {year}
          </h2>
          <nav aria-label="Other years" className={row({ gap: "4" })}>
            <Link to={`/leave/bank_days/?year=${year - 1}`}>{year - 1}</Link>
            <Link to={`/leave/bank_days/?year=${year + 1}`}>{year + 1}</Link>
          </nav>
        </div>
        {!known && (
          <p className={note()}>The bank holidays of {year} are not in Daybook. Add those that count for you.</p>
        )}
        {lines.length > 0 && <PublicHolidayList lines={lines} formKey={idempotency_key} lockedMark={<LockedMark />} />}
      </section>
      <section className={column({ gap: "3" })} aria-labelledby="add">
        <h2 id="add">Add a bank holiday of your own</h2>
        <p className={text({ kind: "hint" })}>
          A whole day that your trust treats as a bank holiday, such as Christmas Eve.
        </p>
        <PostForm hidden={{ idempotency_key: formKey }} className={column({ gap: "4" })}>
          <DateField form={form} name="day" label="Date" />
          <LockedAsTyped form={form} locks={locks} read={lockedOn}>
            You cannot add a bank holiday on this day.
          </LockedAsTyped>
          <TextField form={form} name="name" label="Name (optional)" width="ch24" hint="For example, Trust day" />
          <div className={css({ paddingBottom: "4" })}>
            <SubmitButton>Add bank holiday</SubmitButton>
          </div>
        </PostForm>
      </section>
    </Page>
  );
}

function lockedOn(typed: FormView["value"], locks: readonly LockedDays[]): string | null {
  const day = readDate(typed("day"));
  return (day && lockOf(locks, day)?.words) || null;
}

/**
 * Sessions keep the PAs that they were saved with: if these differ from what they would get now, links to recalculate
 * them.
 */
function RecalculateLinks({ plans }: { plans: readonly ToRecalculate[] }) {
  if (plans.length === 0) return null;
  return (
    <div className={`${note()} ${column({ gap: "2" })}`}>
      {plans.map(({ planRef, title, sessions, from }) => (
        <p key={planRef}>
          {formatCounted(sessions, "session")} of {title} on that day {sessions === 1 ? "was" : "were"} saved under the
          rules before, and {sessions === 1 ? "keeps its" : "keep their"} PAs.{" "}
          <Link
            to={`${pathTo("/job_plans/:planRef/recalculate/", { planRef })}?from=${encodeURIComponent(ukDate(from))}`}
          >
            Recalculate from {shortDate(from)}
          </Link>
        </p>
      ))}
    </div>
  );
}
