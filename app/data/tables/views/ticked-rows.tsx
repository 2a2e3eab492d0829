import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { button, choice, column, note, row, text } from "styled-system/recipes";
import { formatDeletion, type Question } from "~/data/tables/fields";
import { SubmitButton } from "~/ui/layout/button";
import { Fold } from "~/ui/layout/fold";

interface TickedRowsProps {
  children: ReactNode;
  acts: ReactNode;
  /** Number of rows that were ticked when the page was rendered. */
  first: number;
  many: string;
  open: boolean;
}

/** The rows, and below them the acts. With script it shows how many rows are ticked. */
export function TickedRows({ children, acts, first, many, open }: TickedRowsProps) {
  const [n, setN] = useState(first);
  return (
    // Listens to change events that bubble up from the checkboxes; it is not a control itself.
    <div
      id="row"
      className={column({ gap: "3" })}
      onChange={({ currentTarget }) => setN(currentTarget.querySelectorAll("input[name=row]:checked").length)}
    >
      {children}
      <Fold
        data-foot-bar=""
        className={bar}
        open={open}
        title={
          <>
            Change or delete the selected {many}{" "}
            <span className={text({ kind: "quiet" })}>{n > 0 && `· ${n} selected`}</span>
          </>
        }
      >
        <div className={`${row({ gap: "4", align: "end" })} ${css({ paddingBottom: "3" })}`}>{acts}</div>
      </Fold>
      <span className={css({ srOnly: true })} aria-live="polite">
        {n > 0 && `${n} selected`}
      </span>
    </div>
  );
}

const bar = css({
  background: "paper",
  borderTop: "line",
  "@media screen and (min-height: 560px)": { position: "sticky", bottom: "0", zIndex: "under" },
  _print: { display: "none" },
});

interface RowActionProps {
  intent: string;
  /** Label of its button. */
  message: string;
  danger?: boolean;
  /** The field for the new value. */
  children?: ReactNode;
}

/** One action on the ticked rows. */
export function RowAction({ intent, message, danger, children }: RowActionProps) {
  return (
    <div className={`${row({ align: "end" })} ${tall}`}>
      {children}
      <SubmitButton visual={danger ? "danger" : "normal"} name="intent" value={intent}>
        {message}
      </SubmitButton>
    </div>
  );
}

const tall = css({ "& button": { minHeight: "control" } });

interface AskFirstProps {
  question: Question;
  /** The form that holds the ticked rows. */
  formId: string;
  back: string;
}

/** The question to answer before an act: first on the page, and focused. */
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
            <SubmitButton visual="danger" name="intent" value="delete_now" form={formId}>
              Delete them
            </SubmitButton>
          ) : (
            <SubmitButton name="intent" value="move_now" form={formId}>
              Move them
            </SubmitButton>
          )}
          <Link to={back} className={button({ visual: "plain" })}>
            Cancel
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
        <strong>Move the selected cases to which session of {day}?</strong>
      </legend>
      {sessions.map(({ value, label }, at) => (
        <label key={value} className={choice()}>
          <input type="radio" name="move_to" value={value} form={formId} defaultChecked={at === 0} />
          {label}
        </label>
      ))}
      <p>
        A case within the session’s times keeps its times. Otherwise it gets the same clock times on the session’s day.
      </p>
    </fieldset>
  );
}
