import { css } from "styled-system/css";
import { column, table, text } from "styled-system/recipes";
import { upperFirst } from "~/platform/letter-case";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Line, LineList } from "~/ui/layout/line-list";
import type { JobPage, ListedRun } from "../jobs.server";
import { type State, StateTag } from "./state-tag";

/** Runs of the cron, waiting work, and jobs that the queue gave up. */
export function JobList({ runs, waits, letters }: JobPage) {
  return (
    <div className={column({ gap: "6" })}>
      <section className={column({ gap: "2" })}>
        <h2 id="runs">Cron runs</h2>
        <RunTable runs={runs} labelledBy="runs" />
      </section>
      <section className={column({ gap: "2" })}>
        <h2 id="waits">What waits</h2>
        <table className={table()} aria-labelledby="waits">
          <thead>
            <tr>
              <th scope="col">Work</th>
              <th scope="col">Oldest</th>
              <th scope="col" className="r">
                Waiting
              </th>
            </tr>
          </thead>
          <tbody>
            {waits.map(({ what, n, since }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{since ?? "–"}</td>
                <td className="r">{n}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section className={column({ gap: "2" })}>
        <h2>Failed jobs</h2>
        <p className={text({ kind: "hint" })}>Each was tried 4 times. They are kept for 30 days.</p>
        {letters.length === 0 ? <p>None.</p> : <Letters letters={letters} />}
      </section>
    </div>
  );
}

function Letters({ letters }: Pick<JobPage, "letters">) {
  return (
    <LineList>
      {letters.map(({ job, what, ref, died, retried, known }) => (
        <Line
          key={job}
          heading={<h3>{what}</h3>}
          facts={`Given up ${died}${ref === "" ? "" : ` · reference ${ref}`}${retried ? ` · tried again ${retried}` : ""}`}
        >
          {known && !retried && (
            <PostForm hidden={{ job }}>
              <SubmitButton visual="normal">
                Try again
                <span className={css({ srOnly: true })}>
                  : {what}, given up {died}
                </span>
              </SubmitButton>
            </PostForm>
          )}
        </Line>
      ))}
    </LineList>
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
