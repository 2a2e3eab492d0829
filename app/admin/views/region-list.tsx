import { table, tag } from "styled-system/recipes";
import { Icon, type IconName } from "~/ui/icon";
import type { ListedRegion } from "../regions.server";

/** The regions, each with its size. */
export function RegionTable({ regions, labelledBy }: { regions: readonly ListedRegion[]; labelledBy: string }) {
  return (
    <table className={table()} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">Region</th>
          <th scope="col">Size, of 10 GB</th>
          <th scope="col">New users</th>
        </tr>
      </thead>
      <tbody>
        {regions.map(({ code, name, size, noted, state }) => (
          <tr key={code}>
            <th scope="row">{name}</th>
            <td>{size ? `${size} (${noted})` : "Not measured yet"}</td>
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

const STATES: Record<ListedRegion["state"], { words: string; icon: IconName; look: string }> = {
  open: { words: "Open", icon: "tick", look: tag({ tone: "good" }) },
  closed: { words: "Closed in the settings", icon: "problem", look: tag() },
  full: { words: "Full", icon: "warning", look: tag({ tone: "bad" }) },
};
