import { table, tag } from "styled-system/recipes";
import { Icon, type IconName } from "~/ui/icon";
import type { ListedRun } from "../jobs.server";

/** What the cron does, and how its last run went. */
export function RunTable({ runs, labelledBy }: { runs: readonly ListedRun[]; labelledBy: string }) {
  if (runs.length === 0) return <p>It has not run yet.</p>;
  return (
    <table className={table()} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">Last began</th>
          <th scope="col">How it went</th>
        </tr>
      </thead>
      <tbody>
        {runs.map(({ name, began, state }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{began}</td>
            <td>
              <span className={STATES[state].look}>
                <Icon name={STATES[state].icon} size={13} /> {STATES[state].words}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const STATES: Record<ListedRun["state"], { words: string; icon: IconName; look: string }> = {
  ended: { words: "Ended well", icon: "tick", look: tag({ tone: "good" }) },
  running: { words: "Not ended yet", icon: "waiting", look: tag() },
  failed: { words: "Failed", icon: "problem", look: tag({ tone: "bad" }) },
  late: { words: "Late", icon: "warning", look: tag({ tone: "bad" }) },
};
