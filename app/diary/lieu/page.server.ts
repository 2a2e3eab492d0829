import { nameOfLeave } from "~/diary/leave/rules";
import type { Cipher } from "~/platform/crypto/vault.server";
import { pathTo } from "~/platform/http/path-to";
import { shortDate } from "~/platform/time/dates";
import { LIEU_KINDS, signedLieu } from "./format";
import { type lieuLinesOf, lieuNotesShown } from "./queries.server";
import type { LieuLineShown } from "./views/lieu-ledger";

type LieuLine = Awaited<ReturnType<typeof lieuLinesOf>>[number];

/** The ledger in words. @param sessions those that earned a line and are there still */
export function lieuLinesShown(
  cipher: Cipher,
  lines: readonly LieuLine[],
  sessions: ReadonlySet<string>,
): Promise<LieuLineShown[]> {
  return Promise.all(
    lines.map(async (line) => ({
      ref: line.unique_ref,
      date: shortDate(line.day),
      kind: LIEU_KINDS[line.kind],
      amount: signedLieu(line),
      notes: await lieuNotesShown(cipher, line),
      cause: causeOf(line, sessions),
    })),
  );
}

function causeOf(
  { leave_ref, leave_type: type, leave_name: name, session_ref }: LieuLine,
  sessions: ReadonlySet<string>,
) {
  if (leave_ref !== null && type !== null) {
    return {
      to: pathTo("/leave/:leaveRef/", { leaveRef: leave_ref }),
      words: nameOfLeave({ type, name: name ?? "" }),
    };
  }
  if (session_ref === null) return null;
  const to = sessions.has(session_ref) ? pathTo("/logbook/session/:sessionRef/", { sessionRef: session_ref }) : null;
  return { to, words: "worked on a bank holiday" };
}
