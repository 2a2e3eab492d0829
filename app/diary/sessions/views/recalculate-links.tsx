import { Link } from "react-router";
import { column, note } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { shortDate, ukDate } from "~/platform/time/dates";
import type { ToRecalculate } from "../recalculate.server";

/** Sessions keep the PAs that they were saved with: where that is not what they would get now, the way to change it. */
export function RecalculateLinks({ plans }: { plans: readonly ToRecalculate[] }) {
  if (plans.length === 0) return null;
  return (
    <div className={`${note()} ${column({ gap: "2" })}`}>
      {plans.map(({ planRef, title, sessions, from }) => (
        <p key={planRef}>
          {sessions === 1 ? "1 session" : `${sessions} sessions`} of {title} on that day{" "}
          {sessions === 1 ? "was" : "were"} saved under the rules before, and{" "}
          {sessions === 1 ? "keeps its" : "keep their"} PAs.{" "}
          <Link
            to={`${pathTo("/job_plans/:planRef/recalculate/", { planRef })}?from=${encodeURIComponent(ukDate(from))}`}
          >
            Recalculate from {shortDate(from)}
          </Link>
        </p>
      ))}
    </div>
  );
}
