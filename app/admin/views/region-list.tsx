import { stackedTable } from "~/ui/stacked-table";
import type { ListedRegion } from "../regions.server";
import { type State, StateTag } from "./state-tag";

/** The regions, each with its size and users. */
export function RegionTable({ regions, labelledBy }: { regions: readonly ListedRegion[]; labelledBy: string }) {
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
        {regions.map(({ code, name, size, users, noted, state }) => (
          <tr key={code}>
            <th scope="row">{name}</th>
            <td>{size ? `${size} (${noted})` : "Not measured yet"}</td>
            <td>{users ?? "Not counted yet"}</td>
            <td>
              <StateTag {...STATES[state]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const STATES: Record<ListedRegion["state"], State> = {
  open: { words: "Open", icon: "tick", tone: "good" },
  closed: { words: "Closed in the settings", icon: "problem" },
  full: { words: "Full", icon: "warning", tone: "bad" },
};
