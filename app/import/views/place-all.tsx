import { css } from "styled-system/css";
import { note } from "styled-system/recipes";
import { LinkButton } from "~/ui/button";
import { figure } from "../figures";
import type { WorkingSet } from "../working-set.server";

/** What can be done in one act, or why nothing can. */
export function PlaceAll({ available, placeable }: Pick<WorkingSet, "available" | "placeable">) {
  if (available === 0) return null;
  if (placeable === 0) {
    return (
      <p className={note()}>
        No case falls inside the times of one session. Add the sessions that they belong to, or choose one in each case.
      </p>
    );
  }
  return (
    <div className={`${note()} ${placeAll}`}>
      <p>
        <b>
          {figure(placeable)} of {figure(available)}
        </b>{" "}
        {available === 1 ? "case falls" : "cases fall"} inside a session’s times.
      </p>
      <LinkButton to="/import_csv_data/place/" visual="primary">
        Place all {figure(placeable)}…
      </LinkButton>
    </div>
  );
}

const placeAll = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "3",
  alignItems: "center",
  justifyContent: "space-between",
});
