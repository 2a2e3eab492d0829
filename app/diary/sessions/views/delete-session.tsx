import { type ReactNode, useEffect, useState } from "react";
import { column, note, text } from "styled-system/recipes";
import { LinkButton } from "~/ui/button";
import { ChoiceList } from "~/ui/choice-list";
import { ConfirmDelete } from "~/ui/confirm-delete";
import type { FormView } from "~/ui/form-state";
import { DialogPage } from "~/ui/page";
import { TextField } from "~/ui/text-fields";

interface DeleteChoice {
  value: string;
  label: string;
  /** With the sessions: `, with 3 cases`. */
  goes: string;
}

interface DeleteSessionProps {
  form: FormView;
  /** Of a session that repeats. */
  choices: readonly DeleteChoice[];
  /** Four digits. */
  code: string;
  hidden: Record<string, string | number | undefined>;
  back: string;
  /** What would go. */
  children: ReactNode;
}

/** Delete session (specification 2.14): which ones, where it repeats, and the code that must be typed. Made anew for each code. */
export function DeleteSession({ form, choices, code, hidden, back, children }: DeleteSessionProps) {
  const [scripted, setScripted] = useState(false);
  const [typed, setTyped] = useState("");
  useEffect(() => setScripted(true), []);
  const held = scripted && typed.trim() !== code;
  return (
    <ConfirmDelete
      title="Delete session"
      button="Delete session"
      form={form}
      back={back}
      hidden={hidden}
      held={held ? "Type the code to delete" : null}
    >
      {children}
      {choices.length > 0 && (
        <ChoiceList
          form={form}
          name="recurring"
          label="Which sessions do you want to delete?"
          type="radio"
          choices={choices.map(({ value, label, goes }) => ({
            value,
            label: (
              <>
                {label}
                <span className={text({ kind: "quiet" })}>{goes}</span>
              </>
            ),
          }))}
        />
      )}
      <TextField
        // What was typed belongs to an older code.
        form={{ ...form, value: () => "" }}
        name="delete_code"
        label="Code"
        hint={
          <>
            To delete, type <strong>{code}</strong>
          </>
        }
        width="ch6"
        inputMode="numeric"
        figures
        onInput={setTyped}
      />
    </ConfirmDelete>
  );
}

interface DeleteAllWarningProps {
  sessions: number;
  /** From its first to its last date. */
  dates: string;
  /** `, with 80 cases`; nothing for none. */
  hint: string;
  /** The page of the three choices, and that page once the warning was passed. */
  back: string;
  proceed: string;
}

/** The second screen before all of a series is deleted. */
export function DeleteAllWarning({ sessions, dates, hint, back, proceed }: DeleteAllWarningProps) {
  return (
    <DialogPage
      title={`Delete all ${sessions} sessions?`}
      back={back}
      footer={
        <>
          <LinkButton to={back}>Go Back</LinkButton>
          <LinkButton to={proceed} visual="danger">
            Proceed
          </LinkButton>
        </>
      }
    >
      <div className={`${note({ tone: "bad" })} ${column({ gap: "2" })}`}>
        <p>
          <strong>
            This deletes every session of the series, past and future: {sessions} of them, from {dates}
            {hint}.
          </strong>
        </p>
        <p>You can undo it for an hour. Past sessions count as work done: your reports will lose their PAs.</p>
      </div>
      <p>If you continue, you are asked for a new code before anything is deleted.</p>
    </DialogPage>
  );
}
