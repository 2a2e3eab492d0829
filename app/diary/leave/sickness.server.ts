import { save } from "~/changes/saved.server";
import { type Edit, editOf, findEarlierSubmit } from "~/changes/write-change.server";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Saved } from "~/platform/http/answer-save.server";
import { type LondonDate, londonToday } from "~/platform/time/london";
import { decryptLeaveNotes, type LeaveRow } from "./queries.server";
import { isGivenBack, sicknessFaults, splitBySickness } from "./sickness";
import { leavePlace } from "./table.server";

interface Sickness {
  from: LondonDate;
  until: LondonDate | null;
}

/**
 * Makes days of an annual leave sick leave, in one change: the leave keeps its row, with what is left of it; a second
 * stretch after the sickness becomes a leave of its own. A leave that was ill all through becomes sick leave.
 */
export async function recordSickness(
  by: Actor,
  leave: LeaveRow,
  { from, until, version, fingerprint }: Sickness & Omit<Edit, "ref">,
): Promise<Saved> {
  const edit = editOf("leave", { ref: leave.unique_ref, version, fingerprint });
  // Sent again, it finds the days that it left.
  const earlier = await findEarlierSubmit(by, edit.form);
  if (earlier.result === "repeated") return { undo: earlier.undo };
  const last = until ?? from;
  const errors = isGivenBack(leave)
    ? sicknessFaults(leave, from, last)
    : { "": "Only annual leave that is approved or taken is given back. Nothing was changed" };
  if (Object.keys(errors).length > 0) return { refusal: { errors, status: 422 } };
  // What is still to come is not taken.
  const today = londonToday(by.now);
  const statusOf = ({ date_start }: { date_start: LondonDate }) => (date_start > today ? "approved" : leave.status);
  const { sick, stays } = splitBySickness(leave, from, last);
  const sickLeave = { ...sick, type: "sick" as const, status: statusOf(sick), name: "", text_encrypted: null };
  const [first, ...rest] = stays;
  const notes = await decryptLeaveNotes(by.cipher, leave);
  const others = await Promise.all(
    rest.map(async (span) => {
      const unique_ref = newRef();
      const text_encrypted = await by.cipher.encrypt(leavePlace(unique_ref), notes);
      const { type, name } = leave;
      return { ...span, type, name, status: statusOf(span), unique_ref, text_encrypted };
    }),
  );
  const kept = first ?? { ...sick, type: "sick" as const, name: "" };
  return save(
    by,
    {
      message: "Sickness recorded",
      ...edit,
      updates: { leave: [{ ...kept, status: statusOf(kept), unique_ref: leave.unique_ref }] },
      inserts: { leave: first ? [{ ...sickLeave, unique_ref: newRef() }, ...others] : [] },
    },
    "leave",
  );
}
