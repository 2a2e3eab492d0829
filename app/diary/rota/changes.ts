import { formatCounted } from "~/platform/time/counted";

/** The page of what the rota at its address proposes. */
export const ROTA_CHANGES = "/import_csv_data/rota/?from=address";

/** `Your rota has 3 changes to look at`; null where there is nothing to look at. */
export function formatRotaChanges(changes = 0): string | null {
  return changes === 0 ? null : `Your rota has ${formatCounted(changes, "change")} to look at`;
}
