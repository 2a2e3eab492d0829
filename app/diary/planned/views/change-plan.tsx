import { css } from "styled-system/css";
import { column, note, table, tag, text } from "styled-system/recipes";
import { formatLeaveSkipped, formatSkipped } from "~/diary/series/recurrence";
import { AllDates } from "~/diary/series/views/series-preview";
import { formatCounted, formatList } from "~/platform/time/counted";
import { ChoiceList } from "~/ui/forms/choice-list";
import type { FormView } from "~/ui/forms/form-state";
import { sideScroll } from "~/ui/layout/side-scroll";
import type { ShownChange } from "../change-plan-shown";

/** What a change of a plan does, before it is done. */
export function ChangePreview({ change }: { change: ShownChange }) {
  const { contracted, week, check, elements, archived } = change;
  const notes = [
    formatSkipped(change.skipped),
    formatLeaveSkipped(change.away),
    archived.length > 0 &&
      `Sessions of ${formatList(archived)} stay in your logbook and count as done: the new plan has ${archived.length === 1 ? "it" : "them"} archived`,
  ].filter((words) => typeof words === "string");
  return (
    <section className={column({ gap: "3" })} aria-labelledby="change-heading">
      <h2 id="change-heading">{change.title}</h2>
      <p>
        {change.dates}. {change.ends}
      </p>
      <p>
        Contracted {formatStep(contracted)} PA a week, elements {formatStep(week)}.{" "}
        <span className={check.adds ? tag({ tone: "good" }) : tag({ tone: "warn" })}>{check.words}</span>
      </p>
      {notes.map((words) => (
        <p key={words} className={note()}>
          {words}
        </p>
      ))}
      <div className={sideScroll}>
        <table className={table()}>
          <caption className={`${text({ kind: "hint" })} ${css({ textAlign: "left" })}`}>
            PA a week, and sessions that are kept and added
          </caption>
          <thead>
            <tr>
              <th scope="col">Element</th>
              <th scope="col" className="r">
                PA
              </th>
              <th scope="col" className="r">
                Kept
              </th>
              <th scope="col" className="r">
                Added
              </th>
            </tr>
          </thead>
          <tbody>
            {elements.map(({ name, state, when, pa, moved, made }) => (
              <tr key={`${name}/${state}`}>
                <th scope="row">
                  {name}
                  <span className={`${text({ kind: "hint" })} ${underName}`}>
                    {state}: {when.join("; ")}
                  </span>
                  {made.length > 0 && <AllDates dates={made} />}
                </th>
                <td className="r">{pa}</td>
                <td className="r">{moved || ""}</td>
                <td className="r">{made.length || ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function formatStep({ was, is }: { was: string; is: string }): string {
  return was === is ? is : `${was} → ${is}`;
}

/** Ticks for the planned sessions for which the new plan has no time. */
export function RemovedTicks({ form, gone }: { form: FormView; gone: ShownChange["gone"] }) {
  if (gone.length === 0) return null;
  const choices = gone.map(({ ref, description, dates }) => ({
    value: ref,
    label: `${description}: ${formatCounted(dates.length, "planned session")}`,
    children: <AllDates dates={dates} />,
  }));
  return (
    <>
      {gone.map(({ ref }) => (
        <input key={ref} type="hidden" name="asked" value={ref} />
      ))}
      <ChoiceList
        form={{ ...form, values: () => gone.filter(({ isRemoved }) => isRemoved).map(({ ref }) => ref) }}
        name="removed"
        label="Remove from your logbook"
        hint="The new plan has no such time, or ends before. What you do not tick stays"
        type="checkbox"
        choices={choices}
      />
    </>
  );
}

const underName = css({ display: "block", fontWeight: "normal" });
