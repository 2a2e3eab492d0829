import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { newLieuAnswers, newLieuForm } from "~/diary/lieu/form";
import { lieuBalances, signedLieu } from "~/diary/lieu/format";
import { lieuLinesOf, lieuLinesShown } from "~/diary/lieu/queries.server";
import { LieuFields } from "~/diary/lieu/views/lieu-fields";
import { LieuBalances, LieuOffers, LieuTable } from "~/diary/lieu/views/lieu-ledger";
import { addLieuLine } from "~/diary/lieu/write.server";
import {
  publicHolidaysBackFrom,
  sessionsAroundPublicHolidays,
  sessionsOfLieu,
  workedPublicHolidays,
} from "~/diary/sessions/on-public-holidays.server";
import { sessionHeading } from "~/diary/sessions/queries.server";
import { sessionSentence } from "~/diary/sessions/sentences";
import { plansOf, requireRow } from "~/planning/job-plans/queries.server";
import { nameOfPublicHoliday } from "~/planning/public-holidays/calendar";
import { localPublicHolidaysOf } from "~/planning/public-holidays/queries.server";
import { newRef } from "~/platform/db/columns.server";
import { shortDate, ukDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/lieu";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, cipher, now } = requireLevel("diary", args);
  const userId = user.id;
  const today = londonToday(now);
  const [lines, plans, local, around, there] = await db.batch([
    lieuLinesOf(db, userId),
    plansOf(db, userId),
    localPublicHolidaysOf(db, userId),
    sessionsAroundPublicHolidays(db, userId, publicHolidaysBackFrom(today), today),
    sessionsOfLieu(db, userId),
  ]);
  const earned = lines.filter(({ kind }) => kind === "earned").map(({ day }) => day);
  const offers = workedPublicHolidays(around, { plans, local, earned, now }).map((session) => ({
    sessionRef: session.unique_ref,
    date: shortDate(session.day),
    day: ukDate(session.day),
    called: nameOfPublicHoliday(local, session.day),
    worked: sessionSentence(session),
  }));
  return {
    balances: lieuBalances(lines),
    lines: await lieuLinesShown(cipher, lines, new Set(there.map(({ unique_ref }) => unique_ref))),
    offers,
    keys: offers.map(newRef),
    defaults: newLieuAnswers(today),
    idempotency_key: newRef(),
  };
}

export const action = saves(
  "diary",
  newLieuForm,
  async (by, { value: { idempotency_key: key, session_ref, ...answers }, fingerprint }) => {
    if (session_ref) requireRow(await sessionHeading(by.db, by.userId, session_ref));
    const saved = await addLieuLine(by, { key, fingerprint }, session_ref, answers);
    const { line } = answers;
    return { ...saved, message: `Time in lieu: ${signedLieu(line)} on ${shortDate(line.day)}` };
  },
  { to: "/leave/lieu/" },
);

export default function LieuPage({ loaderData, actionData }: Route.ComponentProps) {
  const { balances, lines, offers, keys, defaults, idempotency_key } = loaderData;
  const form = useFormView(defaults, actionData?.form);
  return (
    <Page title="Time in lieu" form={form} back={<Link to="/leave/">Leave</Link>}>
      <LieuBalances balances={balances} />
      <LieuOffers offers={offers} keys={keys} />
      {lines.length > 0 ? (
        <section className={column({ gap: "3" })} aria-labelledby="ledger">
          <h2 id="ledger">All lines</h2>
          <LieuTable lines={lines} />
        </section>
      ) : (
        <p className={text({ kind: "read" })}>
          You have no time in lieu yet. Add what you earned by working extra time or on a bank holiday, and what you
          took back.
        </p>
      )}
      <section className={column({ gap: "4" })} aria-labelledby="add">
        <h2 id="add">Add a line</h2>
        <PostForm
          hidden={{ idempotency_key: keyOf(form, idempotency_key), session_ref: form.value("session_ref") }}
          className={column({ gap: "5" })}
        >
          <LieuFields form={form} />
          <div className={css({ paddingBottom: "4" })}>
            <SubmitButton>Add line</SubmitButton>
          </div>
        </PostForm>
      </section>
    </Page>
  );
}
