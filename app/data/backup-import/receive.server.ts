import { checkReauthentication } from "~/account/factors/reauthentication.server";
import type { Asked } from "~/account/guard.server";
import { whyNoImport } from "~/account/may-import.server";
import type { FormState } from "~/platform/http/action-result";
import { readAnswers, readForm } from "~/platform/http/read-form.server";
import { drain, readUpload } from "~/platform/http/read-upload.server";
import { backupImportForm } from "./form";
import { formatTaken } from "./format";
import { importBackup } from "./import-backup.server";
import { Unfit } from "./read-file.server";

/** Of a file: what one request may bring. */
export const MOST_FILE_BYTES = 95_000_000;
const NO_FILE = "Choose the JSON file";
const TOO_LARGE = "This file is longer than 95 MB, which is more than can be taken over at once";

export type Received =
  | { message: string }
  | { state: FormState; errors: Record<string, string>; status: 413 | 422 | 429 };

/** The form of an import: first what to do, and for replacing everything who asks; then the file, as it comes in. */
export async function receiveFile(asked: Asked, request: Request): Promise<Received> {
  if (!request.headers.get("Content-Type")?.startsWith("multipart/form-data")) {
    const { state } = await readForm(request, backupImportForm);
    return { state, errors: { file: NO_FILE }, status: 422 };
  }
  const { fields, file } = await readUpload(request, "file", MOST_FILE_BYTES);
  try {
    const form = await readAnswers(fields, backupImportForm);
    const { state } = form;
    if (!form.ok) return { state, errors: file ? {} : { file: NO_FILE }, status: 422 };
    if (!file) return { state, errors: { file: NO_FILE }, status: 422 };
    const way = form.value.way ?? "add";
    const refused = way === "replace" ? await checkReauthentication(asked, form.value) : null;
    if (refused) return { state, ...refused };
    const no = await whyNoImport(asked, "own");
    if (no) return { state, errors: { file: no.message }, status: no.status };
    return await takenOr(state, () => importBackup(asked, request, file, way));
  } finally {
    await drain(file);
  }
}

async function takenOr(state: FormState, take: () => ReturnType<typeof importBackup>): Promise<Received> {
  try {
    return { message: formatTaken(await take()) };
  } catch (error) {
    if (error instanceof Unfit)
      return { state, errors: { file: `${error.message}. Nothing was imported` }, status: 422 };
    if (error instanceof Response && error.status === 413) return { state, errors: { file: TOO_LARGE }, status: 413 };
    throw error;
  }
}
