import { table } from "styled-system/recipes";
import type { ListedAct } from "../lines.server";
import { UserLink } from "./user-link";

interface ActTableProps {
  acts: readonly ListedAct[];
  /** Id of the heading that names it. */
  labelledBy: string;
  /** The user that all of it is about: named nowhere. */
  of?: string;
}

/** Who did what, when. */
export function ActTable({ acts, labelledBy, of }: ActTableProps) {
  return (
    <table className={table()} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Who</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {acts.map(({ ref, what, by, about, when }) => (
          <tr key={ref}>
            <td>
              {what}
              {about && about.ref !== of && (
                <>
                  {" "}
                  (<UserLink userRef={about.ref} name={about.name} />)
                </>
              )}
            </td>
            <td>{by.ref === of ? "The user" : <UserLink userRef={by.ref} name={by.name} />}</td>
            <td>{when}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
