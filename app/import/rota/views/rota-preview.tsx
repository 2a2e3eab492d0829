import { Link } from "react-router";
import { css } from "styled-system/css";
import { choice, column, note, row, text } from "styled-system/recipes";
import { formatCounted } from "~/platform/time/counted";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { EnterSaves, LinkButton, SubmitButton } from "~/ui/layout/button";
import type { RotaPreview } from "../preview.server";
import { RotaSteps, summaryOf } from "./rota-steps";
import { TitleLines } from "./title-lines";

interface RotaPreviewFormProps {
  page: RotaPreview;
  form: FormView;
  idempotencyKey: string;
}

/** The second step: the meaning of the titles, and what the calendar would change in the diary. */
export function RotaPreviewForm({ page, form, idempotencyKey }: RotaPreviewFormProps) {
  const { calendar, shown, titles, hasPlans, isAnything } = page;
  const unknown = hasPlans ? titles.filter(({ why }) => why === "nothing").length : 0;
  return (
    <PostForm
      newDocument
      className={column({ gap: "5" })}
      hidden={{ idempotency_key: idempotencyKey, calendar, shown }}
    >
      {/* Enter only shows what would be done; importing takes a press of its button. */}
      <EnterSaves />
      {!hasPlans && (
        <p className={note({ tone: "warn" })}>
          No job plan runs on the days of this rota. <Link to="/job_plans/">Add a job plan</Link>, then read the rota
          again.
        </p>
      )}
      <section className={column({ gap: "3" })} aria-labelledby="what-it-does">
        <h2 id="what-it-does">{summaryOf(page)}</h2>
        <RotaSteps page={page} />
        {unknown > 0 && (
          <p className={note({ tone: "warn" })}>
            {formatCounted(unknown, "title was", "titles were")} not recognised, and left out.{" "}
            <a href="#titles">Choose an element for {unknown === 1 ? "it" : "them"}</a>
          </p>
        )}
        {page.notes.map((words) => (
          <p key={words} className={note()}>
            {words}
          </p>
        ))}
      </section>
      {page.leave.length > 0 && <Leave offers={page.leave} form={form} />}
      {page.asked.length > 0 && <Questions asked={page.asked} form={form} />}
      <div className={row()}>
        {isAnything ? (
          <SubmitButton name="intent" value="import">
            Import
          </SubmitButton>
        ) : (
          <LinkButton to="/import_csv_data/rota/" newDocument>
            Choose another file
          </LinkButton>
        )}
      </div>
      {titles.length > 0 && (
        <section className={column({ gap: "3" })} aria-labelledby="titles">
          <h2 id="titles">Titles in the rota</h2>
          <p className={text({ kind: "hint" })}>
            Check the element for each. Your choices are remembered for next time.
          </p>
          <TitleLines titles={titles} offered={page.offered} />
          <div>
            <SubmitButton visual="normal" name="intent" value="show">
              Show what these choices would do
            </SubmitButton>
          </div>
        </section>
      )}
    </PostForm>
  );
}

/** Leave in the file, each ticked until the user says otherwise. */
function Leave({ offers, form }: { offers: RotaPreview["leave"]; form: FormView }) {
  return (
    <fieldset className={column({ gap: "2" })}>
      <legend className={css({ fontWeight: "strong" })}>Leave to add</legend>
      {offers.map(({ key, words }) => (
        <label key={key} className={choice()}>
          <input type="hidden" name="leave_shown" value={key} />
          <input
            type="checkbox"
            name="leave"
            value={key}
            defaultChecked={!form.values("leave_shown").includes(key) || form.values("leave").includes(key)}
          />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Questions({ asked, form }: { asked: RotaPreview["asked"]; form: FormView }) {
  return (
    <fieldset className={column({ gap: "3" })}>
      <legend className={css({ fontWeight: "strong" })}>Your logbook differs from the file</legend>
      <p className={text({ kind: "hint" })}>Select what to change to match the file. The others stay as they are.</p>
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
