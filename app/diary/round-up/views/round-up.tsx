import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, note, text } from "styled-system/recipes";
import { DiaryNavigation } from "~/diary/list/views/diary-navigation";
import { LOCKED_PERIODS } from "~/diary/locks/rules";
import { LockIcon } from "~/diary/locks/views/locked-notice";
import { KeptLines } from "~/diary/no-signal/views/kept-lines";
import { ROTA_CHANGES } from "~/diary/rota/changes";
import { formatCounted } from "~/platform/time/counted";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Icon } from "~/ui/layout/icon";
import { Page } from "~/ui/layout/page";
import type { RoundUpPage } from "../page.server";
import { LackingCases, UnclaimedFees, UnloggedSessions, UntaggedSessions } from "./unfinished-entries";

/** A week with all that is unfinished: each line leads to its form, or has its button. */
export function RoundUp({ page, form }: { page: RoundUpPage; form: FormView }) {
  const { heading, links, total, locked, logged, unlogged, cases, sessions, fees } = page;
  return (
    <Page
      title="Round-up"
      subtitle={heading}
      form={form}
      back={<Link to="/logbook/">Logbook</Link>}
      lead={total > 0 ? `${heading}: ${formatCounted(total, "thing")} to finish` : heading}
    >
      <DiaryNavigation links={links} label="Other weeks" />
      {total === 0 && <Done page={page} />}
      {page.rota && (
        <p className={note({ tone: "warn" })}>
          <Link to={ROTA_CHANGES}>{page.rota}</Link>
        </p>
      )}
      <KeptLines lines={page.kept} />
      <UnloggedSessions lines={unlogged} />
      <LackingCases lines={cases} />
      <UntaggedSessions lines={sessions} />
      <UnclaimedFees lines={fees} />
      {total > 0 && logged.sessions > 0 && (
        <p className={text({ kind: "quiet" })}>
          Logged in this week: {formatCounted(logged.sessions, "session")}, {logged.pas} PA.
        </p>
      )}
      {locked > 0 && <LockedEntries count={locked} />}
      <MailChoice mail={page.mail} />
    </Page>
  );
}

function LockedEntries({ count }: { count: number }) {
  return (
    <p className={text({ kind: "quiet" })} data-locked="">
      <LockIcon size={14} />{" "}
      {formatCounted(count, "unfinished entry is on a locked day", "unfinished entries are on locked days")} and cannot
      be changed. <Link to={LOCKED_PERIODS}>Show locked periods</Link>
    </p>
  );
}

/** Shown when nothing is left to do. */
function Done({ page: { logged, locked, isThisWeek } }: { page: RoundUpPage }) {
  return (
    <section className={note({ tone: "good", icon: true })}>
      <Icon name="tick" />
      <div className={column({ gap: "1" })}>
        {logged.sessions > 0 ? (
          <>
            <h2>All done</h2>
            <p>
              {formatCounted(logged.sessions, "session")} and {logged.pas} PA logged{isThisWeek && " so far"}.{" "}
              {locked > 0
                ? "Nothing else is left that you can finish."
                : "All entries are complete, and all fees are claimed."}
            </p>
          </>
        ) : (
          <>
            <h2>Nothing to finish</h2>
            <p>
              Nothing is logged in this week{isThisWeek && " yet"}. What you log without all its details is listed here.
            </p>
          </>
        )}
      </div>
    </section>
  );
}

/** Shows whether the Friday email is on, with the button that changes it. */
function MailChoice({ mail: { address, on } }: { mail: RoundUpPage["mail"] }) {
  return (
    <section aria-labelledby="mail-choice" className={css({ borderTop: "line", paddingTop: "4" })}>
      <h2 id="mail-choice">Friday email</h2>
      <PostForm className={column({ gap: "3" })}>
        <p className={text({ kind: "read" })}>
          {on
            ? "On Fridays at 16:00 you get an email if something is left to finish in your week."
            : "Get an email on Fridays at 16:00 if something is left to finish in your week."}{" "}
          It has numbers only.{" "}
          {address === null && (
            <>
              <Link to="/email/">Confirm your email address</Link> first: nothing is sent until then.
            </>
          )}
        </p>
        <div>
          <SubmitButton visual="normal" name="intent" value={on ? "mail_off" : "mail_on"}>
            {on ? "Stop the Friday email" : "Get the Friday email"}
          </SubmitButton>
        </div>
      </PostForm>
    </section>
  );
}
