import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { feePlace } from "~/diary/fees/table.server";
import { sessionPlace } from "~/diary/sessions/table.server";
import type { Asker } from "~/platform/context";
import { logError } from "~/platform/http/log";
import type { FoundCase, FoundSession } from "./stretch.server";

/** One field of text, opened. */
export interface OpenedText {
  label: string;
  text: string;
}

/** The texts of a row, in the order of its form; null when they could not be opened. */
export type Opened = OpenedText[] | null;

export function openSession(owner: Pick<Asker, "userId" | "cipher">, row: FoundSession): Promise<Opened> {
  return opened(async () => [
    { label: "Notes", text: await owner.cipher.decrypt(sessionPlace(row.unique_ref), row.text_encrypted) },
    await feeNotes(owner, row),
  ]);
}

export function openCase(owner: Pick<Asker, "userId" | "cipher">, row: FoundCase): Promise<Opened> {
  return opened(async () => {
    const text = await decryptCaseText(owner.cipher, row);
    return [
      { label: "Description", text: text.case_description },
      { label: "Complications", text: text.complications },
      { label: "Reflective notes", text: text.reflective_notes },
      await feeNotes(owner, row),
    ];
  });
}

async function feeNotes(
  { cipher }: Pick<Asker, "userId" | "cipher">,
  row: FoundSession | FoundCase,
): Promise<OpenedText> {
  const { fee_ref, fee_notes_encrypted } = row;
  return { label: "Fee notes", text: fee_ref ? await cipher.decrypt(feePlace(fee_ref), fee_notes_encrypted) : "" };
}

/** One text that does not open must not hide the others: it is counted, and said. */
async function opened(open: () => Promise<OpenedText[]>): Promise<Opened> {
  try {
    return (await open()).filter(({ text }) => text !== "");
  } catch (error) {
    logError(error);
    return null;
  }
}
