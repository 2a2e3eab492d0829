import { clockTime } from "~/time/clock-time";
import { londonMoment } from "~/time/london";
import type { Vault } from "~/vault/vault.server";
import type { cases } from "./table.server";
import { casePlace } from "./table.server";
import type { CaseLine } from "./views/case-list";

/** The cases of a session as its pages list them. */
export function caseLines(
  rows: readonly (typeof cases.$inferSelect)[],
  vault: Vault,
  userRef: string,
): Promise<CaseLine[]> {
  return Promise.all(
    rows.map(async ({ unique_ref, start_at, sealed }) => {
      const text = await vault.open(userRef, casePlace(unique_ref), sealed);
      const { description = "" } = JSON.parse(text || "{}") as { description?: string };
      return {
        unique_ref,
        time: start_at === null ? "" : clockTime(londonMoment(start_at).minute),
        summary: description,
      };
    }),
  );
}
