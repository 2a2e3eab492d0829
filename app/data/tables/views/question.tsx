import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { button, choice, column, note, row } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import { formatDeletion, type Question } from "../ticked";

interface AskFirstProps {
  question: Question;
  /** The form that holds the ticked rows. */
  formId: string;
  back: string;
}

/** What is to be known before it goes on: first on the page, and in focus. */
export function AskFirst({ question, formId, back }: AskFirstProps) {
  const here = useRef<HTMLElement>(null);
  useEffect(() => here.current?.focus(), []);
  return (
    <section ref={here} tabIndex={-1} aria-label="Before it goes on" className={note({ tone: "warn" })}>
      <div className={column({ gap: "3" })}>
        {question.asks === "delete" ? (
          <Deleting {...question} formId={formId} />
        ) : (
          <Moving {...question} formId={formId} />
        )}
        <div className={row()}>
          {question.asks === "delete" ? (
            <SubmitButton visual="danger" name="act" value="delete_now" form={formId}>
              Delete them
            </SubmitButton>
          ) : (
            <SubmitButton name="act" value="move_now" form={formId}>
              Move them
            </SubmitButton>
          )}
          <Link to={back} className={button({ visual: "plain" })}>
            Leave all as it is
          </Link>
        </div>
      </div>
    </section>
  );
}

type Asked<Asks> = Extract<Question, { asks: Asks }> & { formId: string };

function Deleting({ sessions, cases, fees, formId }: Asked<"delete">) {
  return (
    <p>
      <strong>Delete {formatDeletion({ sessions, cases, fees })}?</strong> It can be undone for an hour.
      <input type="hidden" name="shown" form={formId} value={`${cases},${fees}`} />
    </p>
  );
}

function Moving({ day, sessions, formId }: Asked<"move">) {
  return (
    <fieldset>
      <legend>
        <strong>Move the ticked cases to which session of {day}?</strong>
      </legend>
      {sessions.map(({ value, label }, at) => (
        <label key={value} className={choice()}>
          <input type="radio" name="move_to" value={value} form={formId} defaultChecked={at === 0} />
          {label}
        </label>
      ))}
      <p>A case that lies in it keeps its times; else it goes to the same times of the clock.</p>
    </fieldset>
  );
}
