import { Link } from "react-router";
import { css } from "styled-system/css";
import { choice, column, note, row, text } from "styled-system/recipes";
import { AllDates } from "~/diary/sessions/views/series-preview";
import { counted, countedIfAny, listed } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { EnterSaves, LinkButton, SubmitButton } from "~/ui/button";
import { WIDTHS } from "~/ui/field-frame";
import { Fold } from "~/ui/fold";
import type { FormView } from "~/ui/form-state";
import { PostForm } from "~/ui/post-form";
import type { RotaPreview } from "../preview.server";
import type { Why } from "../propose";

interface RotaPreviewFormProps {
  page: RotaPreview;
  form: FormView;
  idempotencyKey: string;
}

/** The second step: what the titles mean, and what the calendar would do to the diary. */
export function RotaPreviewForm({ page, form, idempotencyKey }: RotaPreviewFormProps) {
  const { calendar, shown, titles, hasPlans, isAnything } = page;
  const unknown = hasPlans ? titles.filter(({ why }) => why === "nothing").length : 0;
  return (
    <PostForm
      newDocument
      className={column({ gap: "5" })}
      hidden={{ idempotency_key: idempotencyKey, calendar, shown }}
    >
      {/* Enter shows what would be done: what does it is pressed on purpose. */}
      <EnterSaves />
      {!hasPlans && (
        <p className={note({ tone: "warn" })}>
          No job plan runs on the days of this file. <Link to="/job_plans/">Add a job plan</Link>, then import the file
          again.
        </p>
      )}
      <section className={column({ gap: "3" })} aria-labelledby="what-it-does">
        <h2 id="what-it-does">{summaryOf(page)}</h2>
        <Steps page={page} />
        {unknown > 0 && (
          <p className={note({ tone: "warn" })}>
            {counted(unknown, "title was", "titles were")} not recognised, and left out.{" "}
            <a href="#titles">Choose an element for {unknown === 1 ? "it" : "them"}</a>
          </p>
        )}
        {page.notes.map((words) => (
          <p key={words} className={note()}>
            {words}
          </p>
        ))}
      </section>
      {page.asked.length > 0 && <Questions asked={page.asked} form={form} />}
      <div className={row()}>
        {isAnything ? (
          <SubmitButton name="act" value="import">
            Import
          </SubmitButton>
        ) : (
          <LinkButton to="/import_csv_data/rota/" newDocument>
            Choose another file
          </LinkButton>
        )}
      </div>
      {titles.length > 0 && hasPlans && (
        <section className={column({ gap: "3" })} aria-labelledby="titles">
          <h2 id="titles">Titles in the file</h2>
          <p className={text({ kind: "hint" })}>
            Check the element for each. Your choices are remembered for the next file; the titles are not kept.
          </p>
          <ul className={list}>
            {titles.map((each, place) => (
              <TitleLine key={each.title} title={each} place={place} offered={page.offered} />
            ))}
          </ul>
          <div>
            <SubmitButton visual="normal" name="act" value="show">
              Show what these choices would do
            </SubmitButton>
          </div>
        </section>
      )}
    </PostForm>
  );
}

/** `212 sessions to add, 3 to change and 1 to delete`. */
export function summaryOf({ add, change, remove, asked, already }: RotaPreview): string {
  const added = add.reduce((sum, { dates }) => sum + dates.length, 0);
  const parts = [
    countedIfAny(added, "session to add", "sessions to add"),
    countedIfAny(change.length, "session to change", "sessions to change"),
    countedIfAny(remove.length, "session to delete", "sessions to delete"),
    countedIfAny(asked.length, "question", "questions"),
  ].filter(Boolean);
  if (parts.length > 0) return listed(parts);
  return already > 0 ? "No session to add or change" : "Nothing to import";
}

function Steps({ page: { add, change, remove, already } }: { page: RotaPreview }) {
  return (
    <>
      {add.length > 0 && (
        <ul className={list}>
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
        </ul>
      )}
      {already > 0 && (
        <p className={note()}>
          {counted(already, "session is", "sessions are")} in your diary already, at the same times. Import to let{" "}
          {already === 1 ? "it" : "them"} follow the rota.
        </p>
      )}
      {change.length > 0 && (
        <Fold title={`${counted(change.length, "session")} to change`} open={change.length <= 10}>
          <ul className={list}>
            {change.map(({ key, element, was, becomes }) => (
              <li key={key} className={line}>
                <p className={css({ fontWeight: "strong" })}>{element}</p>
                <p className={text({ kind: "hint" })}>
                  From {was} to {becomes}
                </p>
              </li>
            ))}
          </ul>
        </Fold>
      )}
      {remove.length > 0 && (
        <Fold title={`${counted(remove.length, "session")} to delete`} open={remove.length <= 10}>
          <div className={column({ gap: "2" })}>
            <p className={text({ kind: "hint" })}>
              Their events were imported before, and are cancelled or no longer in the file.
            </p>
            <ul className={list}>
              {remove.map(({ key, words }) => (
                <li key={key} className={line}>
                  {words}
                </li>
              ))}
            </ul>
          </div>
        </Fold>
      )}
    </>
  );
}

function Questions({ asked, form }: { asked: RotaPreview["asked"]; form: FormView }) {
  return (
    <fieldset className={column({ gap: "3" })}>
      <legend className={css({ fontWeight: "strong" })}>Your diary differs from the file</legend>
      <p className={text({ kind: "hint" })}>Tick those in which the file is right. The others stay as they are.</p>
      {asked.map(({ key, words, answer }, index) => (
        <div key={key}>
          <p id={`about-${key}`}>{words}</p>
          <label className={choice()}>
            <input
              type="checkbox"
              id={index === 0 ? "take" : undefined}
              name="take"
              value={key}
              defaultChecked={form.values("take").includes(key)}
              aria-describedby={`about-${key}`}
            />
            <span>{answer}</span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}

const WHY: Record<Why, string> = {
  chosen: "",
  "last time": "as you chose last time",
  leave: "leave is not imported",
  words: "",
  times: "by its times",
  nothing: "no element has these words or times",
};

interface TitleLineProps {
  title: RotaPreview["titles"][number];
  place: number;
  offered: RotaPreview["offered"];
}

function TitleLine({ title, place, offered }: TitleLineProps) {
  const id = `element-${place}`;
  const { first, last } = title;
  const when = first === last ? shortDate(first) : `${shortDate(first)} to ${shortDate(last)}`;
  const facts = [counted(title.events, "event"), when, WHY[title.why]].filter(Boolean).join(", ");
  return (
    <li className={titleLine}>
      <div className={css({ minWidth: "0" })}>
        <label htmlFor={id} className={name}>
          {title.title}
        </label>
        <p id={`${id}-hint`} className={text({ kind: "hint" })}>
          {facts}
        </p>
      </div>
      <select
        id={id}
        name="element"
        defaultValue={title.element}
        aria-describedby={`${id}-hint`}
        className={WIDTHS.full}
      >
        {offered.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </li>
  );
}

const list = css({ listStyleType: "none", padding: "0", margin: "0", borderTop: "ink" });

const line = css({ borderBottom: "line", paddingBlock: "2" });

const name = css({ fontWeight: "strong", overflowWrap: "anywhere" });

const titleLine = css({
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "minmax(0, 1fr) minmax(0, 1fr)" },
  columnGap: "4",
  rowGap: "1",
  alignItems: "center",
  borderBottom: "line",
  paddingBlock: "2",
});
