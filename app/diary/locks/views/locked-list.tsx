import { Link } from "react-router";
import { css } from "styled-system/css";
import { table, text } from "styled-system/recipes";
import type { FormView } from "~/ui/forms/form-state";
import { LinkButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";

interface LockedListProps {
  form: FormView;
  periods: readonly { ref: string; words: string; when: string; path: string }[];
}

/** The locked periods, each with the date of its lock and a link to unlock it. */
export function LockedList({ form, periods }: LockedListProps) {
  return (
    <Page
      title="Locked periods"
      form={form}
      back={<Link to="/reports/">Reports</Link>}
      lead="Sessions, cases and leave on these days cannot be changed. Fees can."
    >
      {periods.length === 0 ? (
        <p className={text({ kind: "read" })}>
          No period is locked. You can lock the days of a report once you have sent it to your appraiser: open the
          report, then use the button at its top.
        </p>
      ) : (
        <table className={table()}>
          <thead>
            <tr>
              <th scope="col">Period</th>
              <th scope="col">Locked</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {periods.map(({ ref, words, when, path }) => (
              <tr key={ref}>
                <th scope="row">{words}</th>
                <td>{when}</td>
                <td>
                  <LinkButton to={path} visual="plain">
                    Unlock <span className={css({ srOnly: true })}>{words}</span>
                  </LinkButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Page>
  );
}
