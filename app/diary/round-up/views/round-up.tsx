import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { css } from "styled-system/css";
import { column, note, row, text } from "styled-system/recipes";
import { DiaryNavigation } from "~/diary/list/views/diary-navigation";
import { LOCKED_PERIODS } from "~/diary/locks/rules";
import { LockIcon } from "~/diary/locks/views/locked-notice";
import { formatCounted } from "~/platform/time/counted";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { EnterSaves, SubmitButton } from "~/ui/layout/button";
import { Icon } from "~/ui/layout/icon";
import { Page } from "~/ui/layout/page";
import type { RoundUpPage } from "../page.server";
import { LackingCases } from "./lacking-cases";
import { MailChoice } from "./mail-choice";
import { UnclaimedFees, UnloggedSessions, UntaggedSessions } from "./unfinished-entries";

interface RoundUpProps {
  page: RoundUpPage;
  form: FormView;
  idempotencyKey: string;
}

/** A week with all that is unfinished in one form, so that every button sends all choices. */
export function RoundUp({ page, form, idempotencyKey }: RoundUpProps) {
  const { heading, links, total, locked, logged, unlogged, cases, sessions, fees } = page;
  useFocusOnPart();
  const hidden = { idempotency_key: idempotencyKey };
  return (
    <Page
      title="Round-up"
      subtitle={heading}
      form={form}
      back={<Link to="/logbook/">Logbook</Link>}
      lead={total > 0 ? `${heading}: ${formatCounted(total, "thing")} to finish` : heading}
    >
      <DiaryNavigation links={links} label="Other weeks" />
      {total === 0 ? (
        <Done page={page} />
      ) : (
        <PostForm hidden={hidden} className={column({ gap: "6" })}>
          <EnterSaves />
          {unlogged.length > 0 && <UnloggedSessions lines={unlogged} />}
          {cases.length > 0 && <LackingCases lines={cases} form={form} />}
          {sessions.length > 0 && <UntaggedSessions lines={sessions} form={form} />}
          {fees.length > 0 && <UnclaimedFees lines={fees} form={form} />}
          {cases.length + sessions.length + fees.length > 0 && (
            <div className={row()}>
              <SubmitButton name="intent" value="save">
                Save all
              </SubmitButton>
            </div>
          )}
        </PostForm>
      )}
      {total > 0 && logged.sessions > 0 && (
        <p className={text({ kind: "quiet" })}>
          Logged in this week: {formatCounted(logged.sessions, "session")}, {logged.pas} PA.
        </p>
      )}
      {locked > 0 && <LockedEntries count={locked} />}
      <MailChoice mail={page.mail} hidden={hidden} />
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
    <section id="done" tabIndex={-1} className={`${note({ tone: "good", icon: true })} ${css({ outline: "none" })}`}>
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

/** Moves the focus after a save: to the part that the fragment names, or to the first part that is left. */
function useFocusOnPart(): void {
  const { key, hash } = useLocation();
  useEffect(() => {
    void key;
    if (hash === "" || document.getElementById("error-summary")) return;
    const parts = [hash.slice(1), ...PARTS, "done"];
    const part = parts.map((id) => document.getElementById(id)).find((each) => each !== null);
    part?.focus({ preventScroll: true });
  }, [key, hash]);
}

const PARTS = ["unlogged", "cases", "sessions", "fees"];
