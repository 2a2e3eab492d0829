import { z } from "zod";
import { checkReauthentication } from "~/account/factors/reauthentication.server";
import { secret } from "~/account/fields";
import type { RequestContext } from "~/account/guard.server";
import { importRefusal } from "~/account/may-import.server";
import { BackupFileError } from "~/data/records/lines.server";
import { refuseIfLocked } from "~/diary/locks/locked.server";
import type { FormState } from "~/platform/http/action-result";
import { chosen } from "~/platform/http/fields";
import { readAnswers, readForm } from "~/platform/http/read-form.server";
import { drainUpload, mayBeKind, readUpload } from "~/platform/http/read-upload.server";
import { formatCountedIfAny, formatList } from "~/platform/time/counted";
import { importBackup } from "./import-backup.server";

/** The fields that precede the file in the upload. */
const backupImportForm = z
  .object({
    way: chosen("what to do", ["add", "replace"], "Choose whether to add or to replace"),
    password: secret,
    twoFactorCode: secret,
  })
  .superRefine(({ way, password }, context) => {
    if (way !== "replace" || password !== "") return;
    context.addIssue({ code: "custom", path: ["password"], message: "Enter your password" });
  });

/** Size of the largest file that one request may bring. */
const MAX_FILE_BYTES = 95_000_000;
const NO_FILE = "Choose the JSON file";
const TOO_LARGE = "This file is larger than 95 MB, the most that can be imported at once";

type Received =
  | { message: string }
  | { state: FormState; errors: Record<string, string>; status: 409 | 413 | 422 | 429 };

/**
 * Handles the form of an import: reads its fields, checks reauthentication when everything is to be replaced and
 * whether the user may import another file, then imports the file while it is being uploaded.
 * @returns the success message, or the form with its errors
 */
export async function receiveFile(context: RequestContext, request: Request): Promise<Received> {
  if (!request.headers.get("Content-Type")?.startsWith("multipart/form-data")) {
    const { state } = await readForm(request, backupImportForm);
    return { state, errors: { file: NO_FILE }, status: 422 };
  }
  const { fields, file, fileName } = await readUpload(request, "file", MAX_FILE_BYTES);
  try {
    const form = await readAnswers(fields, backupImportForm);
    const { state } = form;
    const isFile = file !== null && (mayBeKind(fileName, ".ndjson") || mayBeKind(fileName, ".json"));
    if (!form.ok || !isFile) return { state, errors: isFile ? {} : { file: NO_FILE }, status: 422 };
    const way = form.value.way ?? "add";
    const refused = way === "replace" ? await checkReauthentication(context, form.value) : null;
    if (refused) return { state, ...refused };
    const no = await importRefusal(context, "own");
    if (no) return { state, errors: { file: no.message }, status: no.status };
    return await importOrRefuse(state, () => importBackup(context, request, file, way));
  } finally {
    await drainUpload(file);
  }
}

async function importOrRefuse(state: FormState, take: () => ReturnType<typeof importBackup>): Promise<Received> {
  try {
    const done = await refuseIfLocked(take());
    if ("came" in done) return { message: formatImported(done) };
    return { state: { ...state, ...(done.link && { link: done.link }) }, errors: done.errors, status: 409 };
  } catch (error) {
    if (error instanceof BackupFileError)
      return { state, errors: { file: `${error.message}. Nothing was imported` }, status: 422 };
    if (error instanceof Response && error.status === 413) return { state, errors: { file: TOO_LARGE }, status: 413 };
    throw error;
  }
}

/** How many records of each kind. */
type Counts = Readonly<Record<string, number>>;

/**
 * Describes an import: `Imported 12 sessions, 40 cases and 7 other records` When it replaced the diary it also says
 * what was deleted: `Your diary was replaced. Deleted: … Imported: …`, so that a file that holds less than the diary is
 * noticed.
 */
export function formatImported({ came, went }: { came: Counts; went: Counts }): string {
  const [imported, deleted] = [formatRecords(came), formatRecords(went)];
  if (deleted) return `Your diary was replaced. Deleted: ${deleted}. Imported: ${imported}`;
  return imported ? `Imported ${imported}` : "Everything in this file was already in your diary";
}

/** `12 sessions, 40 cases and 7 other records`; empty for none. */
function formatRecords(counts: Counts): string {
  const { sessions = 0, cases = 0, job_plans: plans = 0 } = counts;
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const others = all - sessions - cases - plans;
  const parts = [
    formatCountedIfAny(plans, "job plan"),
    formatCountedIfAny(sessions, "session"),
    formatCountedIfAny(cases, "case"),
    formatCountedIfAny(others, others === all ? "record" : "other record"),
  ];
  return formatList(parts.filter(Boolean));
}
