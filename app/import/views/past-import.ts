import { figure } from "../figures";
import type { PastImport } from "../imports.server";

/** What has become of an import; nothing of one that is whole. */
export const STATE_WORDS: Readonly<Record<PastImport["state"], string>> = {
  open: "Broke off: choose the file again to bring the rest.",
  complete: "",
  cleared: "What was in no session was cleared.",
  wiped: "What was in no session after 30 days was wiped.",
  undone: "Undone.",
};

/** `52 read, 3 skipped, 2 merged, 1 rejected, 0 known from before; 46 came in, 2 of them removed since.` */
export function formatCounts(past: PastImport): string {
  const { read, skipped, merged, rejected, known, brought, removed } = past;
  const left = `${figure(read)} read, ${figure(skipped)} skipped, ${figure(merged)} merged, ${figure(rejected)} rejected, ${figure(known)} known from before`;
  return `${left}; ${figure(brought)} came in${removed > 0 ? `, ${figure(removed)} of them removed since` : ""}.`;
}
