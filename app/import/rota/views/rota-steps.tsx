import { css } from "styled-system/css";
import { column, note, text } from "styled-system/recipes";
import { AllDates } from "~/diary/series/views/series-preview";
import { formatCounted, formatCountedIfAny, formatList } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { Fold } from "~/ui/layout/fold";
import { LineList } from "~/ui/layout/line-list";
import type { RotaPreview } from "../preview.server";

/** `212 sessions to add, 3 to change and 1 to delete`. */
export function summaryOf({ add, change, remove, asked, already, leave, ofLeave }: RotaPreview): string {
  const added = add.reduce((sum, { dates }) => sum + dates.length, 0);
  const parts = [
    formatCountedIfAny(added, "session to add", "sessions to add"),
    formatCountedIfAny(change.length - ofLeave.change, "session to change", "sessions to change"),
    formatCountedIfAny(remove.length - ofLeave.remove, "session to delete", "sessions to delete"),
    formatCountedIfAny(leave.length, "period of leave to add", "periods of leave to add"),
    formatCountedIfAny(ofLeave.change, "period of leave to change", "periods of leave to change"),
    formatCountedIfAny(ofLeave.remove, "period of leave to delete", "periods of leave to delete"),
    formatCountedIfAny(asked.length, "question", "questions"),
  ].filter(Boolean);
  if (parts.length > 0) return formatList(parts);
  return already > 0 ? "No session to add or change" : "Nothing to import";
}

/** Each session that would be added, changed or deleted. */
export function RotaSteps({ page: { add, change, remove, already, ofLeave } }: { page: RotaPreview }) {
  return (
    <>
      {add.length > 0 && (
        <LineList>
          {add.map(({ element, dates }) => (
            <li key={element} className={line}>
              <p className={css({ fontWeight: "strong" })}>{element}</p>
              {dates.length === 1 ? (
                <p className={text({ kind: "hint" })}>{dates.map((date) => shortDate(date))}</p>
              ) : (
                <AllDates dates={dates} />
              )}
            </li>
          ))}
        </LineList>
      )}
      {already > 0 && (
        <p className={note()}>
          {formatCounted(already, "event is", "events are")} in your logbook already. Import to let{" "}
          {already === 1 ? "it" : "them"} follow the rota.
        </p>
      )}
      {change.length > 0 && (
        <Fold title={`${entries(change.length, ofLeave.change)} to change`} open={change.length <= 10}>
          <LineList>
            {change.map(({ key, element, was, becomes }) => (
              <li key={key} className={line}>
                <p className={css({ fontWeight: "strong" })}>{element}</p>
                <p className={text({ kind: "hint" })}>
                  From {was} to {becomes}
                </p>
              </li>
            ))}
          </LineList>
        </Fold>
      )}
      {remove.length > 0 && (
        <Fold title={`${entries(remove.length, ofLeave.remove)} to delete`} open={remove.length <= 10}>
          <div className={column({ gap: "2" })}>
            <p className={text({ kind: "hint" })}>
              {remove.length === 1
                ? "Its event was imported before, and is"
                : "Their events were imported before, and are"}{" "}
              cancelled or no longer in the file.
            </p>
            <LineList>
              {remove.map(({ key, words }) => (
                <li key={key} className={line}>
                  {words}
                </li>
              ))}
            </LineList>
          </div>
        </Fold>
      )}
    </>
  );
}

const line = css({ borderBottom: "line", paddingBlock: "2" });

function entries(n: number, ofLeave: number): string {
  return ofLeave === 0 ? formatCounted(n, "session") : formatCounted(n, "entry", "entries");
}
