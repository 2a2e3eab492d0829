import { css } from "styled-system/css";
import { column, table, text } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import { Line, LineList } from "~/ui/line-list";
import { PostForm } from "~/ui/post-form";
import type { JobPage } from "../jobs.server";
import { RunTable } from "./run-table";

/** What runs by itself, what waits, and what the queue gave up. */
export function JobList({ runs, waits, letters }: JobPage) {
  return (
    <div className={column({ gap: "6" })}>
      <section className={column({ gap: "2" })}>
        <h2 id="runs">Runs of the cron</h2>
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
        <h2>Jobs that were given up</h2>
        <p className={text({ kind: "hint" })}>Each was tried four times. They are kept for 30 days.</p>
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
