import { refusalOf } from "~/changes/saved.server";
import { type Edit, editForm, writeChange } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { lieuRows, type SpentLine } from "~/diary/lieu/write.server";
import type { Actor } from "~/platform/context";
import { encryptEdited } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { identifierErrors, type Texts } from "~/ui/identifiers/rules";
import type { LeaveAnswers } from "./form";
import { type LeaveRow, leaveBetween, noLeaveOverlaps } from "./queries.server";
import { formatSpan, nameOfLeave, sharesHalf } from "./rules";
import { leavePlace } from "./table.server";

type Wanted = LeaveAnswers["leave"] & { unique_ref: string };

/**
 * Errors of texts that may identify a patient, by field.
 * @param saved the saved texts, by field
 */
export function textFaults({ leave: { name }, notes, anyway }: LeaveAnswers, saved: Texts): Record<string, string> {
  return identifierErrors({ name, notes }, saved, anyway);
}

/**
 * Adds a leave.
 * @returns the reference of the leave that the form made, or why it made none
 */
export async function addLeave(
  by: Actor,
  formKey: FormKey,
  { leave: answered, notes, lieu }: LeaveAnswers,
): Promise<{ ref: string; refusal?: never } | { refusal: Refusal; ref?: never }> {
  const unique_ref = newRef();
  const row = { ...answered, unique_ref, text_encrypted: await by.cipher.encrypt(leavePlace(unique_ref), notes) };
  const { inserts } = lieuRows(by.userId, row, lieu, undefined);
  const written = await writeChange(by, {
    message: "Leave added",
    form: { ...formKey, result: { part: "leave", ref: unique_ref } },
    after: { free: noLeaveOverlaps(by.userId) },
    inserts: { leave: [row], ...inserts },
  });
  if (written.result === "written") return { ref: unique_ref };
  if (written.result === "repeated") return { ref: written.ref };
  return { refusal: written.result === "refused" ? await overlapOf(by, row) : FORM_WAS_USED };
}

/**
 * Saves a leave.
 * @param saved the leave as it is now
 * @param spent the line of time in lieu that it takes, as it was read with the leave
 * @returns whether the same form had saved it before, or why it is not saved
 * @throws 404 when it is deleted
 */
export async function saveLeave(
  by: Actor,
  saved: LeaveRow,
  spent: SpentLine | undefined,
  { leave: answered, notes, lieu, version, fingerprint }: LeaveAnswers & Omit<Edit, "ref">,
): Promise<{ isRepeated: boolean; refusal?: never } | { refusal: Refusal; isRepeated?: never }> {
  const leaveRef = saved.unique_ref;
  const text_encrypted = await encryptEdited(by.cipher, leavePlace(leaveRef), notes, saved.text_encrypted);
  const row = { ...answered, unique_ref: leaveRef, text_encrypted };
  const { seen, guards, updates, ...lines } = lieuRows(by.userId, row, lieu, spent);
  const written = await writeChange(by, {
    message: "Leave changed",
    form: editForm("leave", { ref: leaveRef, version, fingerprint }),
    seen: [{ part: "leave", ref: leaveRef, version }, ...seen],
    guards,
    after: { free: noLeaveOverlaps(by.userId) },
    updates: { leave: [row], ...updates },
    ...lines,
  });
  if (written.result === "written" || written.result === "repeated") {
    return { isRepeated: written.result === "repeated" };
  }
  if (written.result === "refused" && written.guard === "free") return { refusal: await overlapOf(by, row) };
  return { refusal: (await refusalOf(by, written, { what: "leave", part: "leave", ref: leaveRef })) as Refusal };
}

async function overlapOf({ db, userId }: Writer, wanted: Wanted): Promise<Refusal> {
  const near = await leaveBetween(db, userId, wanted.date_start, wanted.date_end);
  const other = near.find(
    (each) => each.unique_ref !== wanted.unique_ref && each.status !== "cancelled" && sharesHalf(each, wanted),
  );
  const name = other ? `${nameOfLeave(other)}, ${formatSpan(other)}` : "other leave";
  const message = `These days overlap ${name}. Change the days, or cancel that leave first`;
  return { errors: { date_start: message }, status: 422 };
}
