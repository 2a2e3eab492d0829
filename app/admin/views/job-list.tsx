import { css } from "styled-system/css";
import { column, row, table, text } from "styled-system/recipes";
import { upperFirst } from "~/platform/letter-case";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Line, LineList } from "~/ui/layout/line-list";
import type { Failure, JobPage, ListedRun } from "../jobs.server";
import { type State, StateTag } from "./state-tag";
import { UserLink } from "./user-list";

/** Runs of the cron, waiting work, all that failed, and the backups that are kept. */
export function JobList({ runs, waits, retryable, failed, days }: JobPage) {
  return (
    <div className={column({ gap: "6" })}>
      <section className={column({ gap: "2" })}>
        <h2 id="runs">Cron runs</h2>
        <RunTable runs={runs} labelledBy="runs" />
      </section>
      <section className={column({ gap: "2" })}>
        <h2 id="waits">What waits</h2>
        <Numbers
          labelledBy="waits"
          head={["Work", "Oldest", "Waiting"]}
          rows={waits.map(({ what, n, since }) => [what, since ?? "–", n])}
        />
      </section>
      <section className={column({ gap: "2" })}>
        <div className={row({ spread: true, gap: "4" })}>
          <h2 id="failed">{failed.length === 0 ? "Nothing has failed" : "What failed"}</h2>
          {retryable > 1 && (
            <PostForm hidden={{ retry: "mail/all" }}>
              <SubmitButton>Try all {retryable} mails again</SubmitButton>
            </PostForm>
          )}
        </div>
        <p className={text({ kind: "hint" })}>
          Mails and jobs are tried 4 times and kept for 30 days, mails with their text encrypted. What has no button is
          tried again by itself, or cannot be.
        </p>
        {failed.length > 0 && (
          <LineList>
            {failed.map((each) => (
              <FailureLine key={`${each.what} ${each.facts} ${each.retry}`} failure={each} />
            ))}
          </LineList>
        )}
      </section>
      <section className={column({ gap: "2" })}>
        <h2 id="days">Stored backups</h2>
        <p className={text({ kind: "hint" })}>
          Made each night for everyone whose data changed, encrypted, and kept for 35 days.
        </p>
        <Numbers
          labelledBy="days"
          head={["Day", "Made", "Waiting", "Failed", "Size"]}
          rows={days.map(({ day, made, waiting, failed, size }) => [day, made, waiting, failed, size])}
        />
      </section>
    </div>
  );
}

function FailureLine({ failure: { retry, what, user, facts } }: { failure: Failure }) {
  return (
    <Line
      heading={<h3>{what}</h3>}
      facts={
        <>
          {user && <UserLink userRef={user.ref} name={user.name} />}
          {user && " · "}
          {facts}
        </>
      }
    >
      {retry && (
        <PostForm hidden={{ retry }}>
          <SubmitButton visual="normal">
            Try again
            <span className={css({ srOnly: true })}>
              : {what}, {[user?.name, facts].filter(Boolean).join(" · ")}
            </span>
          </SubmitButton>
        </PostForm>
      )}
    </Line>
  );
}

interface NumbersProps {
  labelledBy: string;
  head: readonly string[];
  /** The first cell names its row. */
  rows: readonly (readonly (string | number)[])[];
}

function Numbers({ labelledBy, head, rows }: NumbersProps) {
  return (
    <table className={table()} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {head.map((name, at) => (
            <th key={name} scope="col" className={at === 0 ? undefined : "r"}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={head[at + 1]} className="r">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The crons, with the results of their last runs. */
export function RunTable({ runs, labelledBy }: { runs: readonly ListedRun[]; labelledBy: string }) {
  if (runs.length === 0) return <p>It has not run yet.</p>;
  return (
    <table className={table()} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">Last began</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {runs.map(({ name, began, state }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{upperFirst(began)}</td>
            <td>
              <StateTag {...STATES[state]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const STATES: Record<ListedRun["state"], State> = {
  ended: { words: "Ended well", icon: "tick", tone: "good" },
  running: { words: "Still running", icon: "waiting" },
  failed: { words: "Failed", icon: "problem", tone: "bad" },
  late: { words: "Late", icon: "warning", tone: "bad" },
};
