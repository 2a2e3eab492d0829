import type { RequestContext } from "~/account/guard.server";
import { importRefusal } from "~/account/may-import.server";
import type { FormState } from "~/platform/http/action-result";
import { readForm } from "~/platform/http/read-form.server";
import { mayBeKind } from "~/platform/http/read-upload.server";
import { londonToday } from "~/platform/time/london";
import { decode } from "../parse/decode";
import { MAX_CALENDAR_BYTES } from "./calendar";
import { fileForm, MAX_CARRIED, MAX_FORM_BYTES, serializeCalendar } from "./form";
import { readCalendar } from "./parse/read-calendar.server";
import { previewCalendar, type RotaPreview } from "./preview.server";

const NO_FILE = "Choose an .ics file";
const TOO_LARGE = "Choose a file of 2 MB or less. Export a shorter period, or the rota alone";
const TOO_MUCH = "This calendar has too many events. Export a shorter period, or the rota alone";

type Received =
  | { state: FormState; page: RotaPreview }
  | { state: FormState; page: null; errors: Record<string, string>; status: number };

/** Reads the chosen file, and compares it with the diary. Nothing of it is stored. */
export async function receiveCalendar(context: RequestContext, request: Request): Promise<Received> {
  const form = await readForm(request, fileForm, MAX_FORM_BYTES);
  const { state } = form;
  const refused = (file: string, status = 422) => ({ state, page: null, errors: { file }, status });
  if (!form.ok) return { state, page: null, errors: {}, status: 422 };
  const { file } = form.value;
  if (!file || !mayBeKind(file.name, ".ics")) return refused(NO_FILE);
  if (file.size > MAX_CALENDAR_BYTES) return refused(TOO_LARGE, 413);
  const no = await importRefusal(context, "csv");
  if (no) return refused(no.message, no.status);
  const text = textOf(new Uint8Array(await file.arrayBuffer()));
  const read = await readCalendar(text, { today: londonToday(context.now), userRef: context.user.unique_ref });
  if (!read.ok) return refused(read.message);
  if (serializeCalendar(read.calendar).length > MAX_CARRIED) return refused(TOO_MUCH, 413);
  return { state, page: (await previewCalendar(context, read.calendar, null)).page };
}

/** The text of a file in any encoding; empty for a spreadsheet or a document, which is no calendar either. */
function textOf(bytes: Uint8Array): string {
  try {
    return decode(bytes).text;
  } catch {
    return "";
  }
}
