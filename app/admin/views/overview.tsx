import { css } from "styled-system/css";
import { column, figures, text } from "styled-system/recipes";
import type { ListedAct } from "~/admin/audit.server";
import { formatCounted } from "~/platform/time/counted";
import { Line, LineList } from "~/ui/layout/line-list";
import { stackedTable } from "~/ui/layout/stacked-table";
import type { Overview as Seen } from "../overview.server";
import type { FormattedSize } from "../size.server";
import { RunTable } from "./job-list";
import { type State, StateTag } from "./state-tag";
import { UserLink } from "./user-list";

const strip = figures();

/** What needs attention; each figure links to its page. */
export function Overview({ users, mails, dead, backups, runs, size, acts }: Seen) {
  return (
    <div className={column({ gap: "6" })}>
      <dl className={strip.root}>
        <Figure label="Users" n={users.n} path="/admin/users/" more={`${users.seen} in the last 7 days`} />
        <Figure label="Mail not sent" n={mails.failed} path="/admin/jobs/#failed" more={`${mails.waiting} waiting`} />
        <Figure
          label="Failed jobs"
          n={dead}
          path="/admin/jobs/#failed"
          more={dead === 0 ? "Nothing to retry" : "To try again"}
        />
        <Figure
          label="Backups failed"
          n={backups.failed}
          path="/admin/jobs/#failed"
          more={`${formatCounted(backups.made, "backup")} kept, ${backups.waiting} waiting`}
        />
      </dl>
      <section className={column({ gap: "2" })}>
        <h2 id="runs">Cron runs</h2>
        <RunTable runs={runs} labelledBy="runs" />
      </section>
      <section className={column({ gap: "2" })}>
        <h2 id="database">Database</h2>
        <SizeTable size={size} labelledBy="database" />
      </section>
      <section className={column({ gap: "2" })}>
        <h2>Latest acts of administrators</h2>
        {acts.length === 0 ? <p>Nothing yet.</p> : <AuditList acts={acts} />}
      </section>
    </div>
  );
}

/** Where the database lies, how large it is, and whether it takes new users. */
function SizeTable({ size: { place, size, users, state }, labelledBy }: { size: FormattedSize; labelledBy: string }) {
  return (
    <table className={stackedTable} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">Region</th>
          <th scope="col">Size, of 10 GB</th>
          <th scope="col">Users</th>
          <th scope="col">New users</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{place}</th>
          <td>{size}</td>
          <td>{users}</td>
          <td>
            <StateTag {...STATES[state]} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const STATES: Record<FormattedSize["state"], State> = {
  open: { words: "Open", icon: "tick", tone: "good" },
  closed: { words: "Closed in the settings", icon: "problem" },
  full: { words: "Full", icon: "warning", tone: "bad" },
};

interface FigureProps {
  label: string;
  n: number;
  path: string;
  more: string;
}

function Figure({ label, n, path, more }: FigureProps) {
  return (
    <div className={strip.item}>
      <dt className={strip.label}>{label}</dt>
      <dd className={strip.value}>
        <a href={path} aria-label={`${label}: ${n}`} className={figure}>
          {n}
        </a>
        <small className={css({ display: "block", lineHeight: "snug" })}>{more}</small>
      </dd>
    </div>
  );
}

const figure = css({ color: "ink", textDecorationColor: "lineStrong" });

/** Lines of the audit log: who did what, when. @param of reference of the user whose page it is, whose name is not repeated */
export function AuditList({ acts, of }: { acts: readonly ListedAct[]; of?: string }) {
  return (
    <LineList>
      {acts.map((act) => (
        <Line
          key={act.ref}
          heading={<span className={text({ kind: "strong" })}>{act.what}</span>}
          facts={<AuditFacts act={act} of={of} />}
        />
      ))}
    </LineList>
  );
}

function AuditFacts({ act: { by, about, when }, of }: { act: ListedAct; of: string | undefined }) {
  return (
    <>
      {about && about.ref !== of && (
        <>
          Of <UserLink userRef={about.ref} name={about.name} />
          {" · "}
        </>
      )}
      {by.ref !== of && (
        <>
          By <UserLink userRef={by.ref} name={by.name} />
          {" · "}
        </>
      )}
      {when}
    </>
  );
}
