import { css } from "styled-system/css";
import { column, note, table, text } from "styled-system/recipes";
import { formatLeaveSkipped, formatSkipped } from "~/diary/series/recurrence";
import { AllDates } from "~/diary/series/views/series-preview";
import { sessionCount } from "~/diary/sessions/sentences";
import { formatRow, type ScheduleRow } from "~/planning/job-plans/schedule";
import { formatCounted } from "~/platform/time/counted";
import { ChoiceList } from "~/ui/forms/choice-list";
import type { FormView } from "~/ui/forms/form-state";
import type { ShownLine } from "../plan-diary";

interface ElementTicksProps {
  form: FormView;
  offered: readonly { ref: string; description: string; rows: readonly ScheduleRow[] }[];
}

/** Checkboxes for the elements that have fixed times. */
export function ElementTicks({ form, offered }: ElementTicksProps) {
  const choices = offered.map(({ ref, description, rows }) => ({
    value: ref,
    label: description,
    hint: rows.map(formatRow).join("; "),
  }));
  return <ChoiceList form={form} name="element_refs" label="Elements" type="checkbox" choices={choices} />;
}

/** `Make 3 sessions and move 13`; null when there is nothing to do. */
export function formatActs(lines: readonly ShownLine[]): string | null {
  const make = lines.reduce((sum, { dates }) => sum + dates.length, 0);
  const move = lines.reduce((sum, { moved }) => sum + moved, 0);
  if (make === 0) return move === 0 ? null : `Move ${sessionCount(move)}`;
  return `Make ${sessionCount(make)}${move === 0 ? "" : ` and move ${move}`}`;
}

/** The sessions that would be made, a line for each of the elements' times. */
export function DiaryPreview({ lines }: { lines: readonly ShownLine[] }) {
  const total = lines.reduce((sum, { dates }) => sum + dates.length, 0);
  const already = lines.reduce((sum, line) => sum + line.already, 0);
  const moved = lines.reduce((sum, line) => sum + line.moved, 0);
  const skipped = [...new Set(lines.flatMap((line) => line.skipped))].sort();
  const cancelled = lines.reduce((sum, line) => sum + line.cancelled.length, 0);
  const away = [...new Set(lines.flatMap((line) => line.away))].sort();
  const notes = [
    already > moved &&
      `${formatCounted(already - moved, "session is", "sessions are")} in your logbook already and stay as they are`,
    moved > 0 &&
      `${formatCounted(moved, "session is", "sessions are")} in your logbook from a plan that does not cover ${moved === 1 ? "its day" : "their days"}. ${moved === 1 ? "It moves" : "They move"} to this plan with the same times, PAs and cases`,
    formatSkipped(skipped),
    formatLeaveSkipped(away),
    cancelled > 0 &&
      `${formatCounted(cancelled, "session that did not happen is", "sessions that did not happen are")} left out`,
  ].filter((words) => typeof words === "string");
  return (
    <section className={column({ gap: "3" })}>
      <h2>{formatCounted(total, "session to make", "sessions to make")}</h2>
      {notes.map((words) => (
        <p key={words} className={note()}>
          {words}
        </p>
      ))}
      <table className={table()}>
        <thead>
          <tr>
            <th scope="col">Element</th>
            <th scope="col" className="r">
              In logbook
            </th>
            <th scope="col" className="r">
              To make
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.element}/${line.when}`}>
              <th scope="row">
                {line.element}
                <span className={`${text({ kind: "hint" })} ${css({ display: "block", fontWeight: "normal" })}`}>
                  {line.when}
                </span>
                {line.dates.length > 0 && <AllDates dates={line.dates} />}
              </th>
              <td className="r">{line.already}</td>
              <td className="r">{line.dates.length}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
