import { type ReactNode, useEffect, useState } from "react";
import { column, note, text } from "styled-system/recipes";
import { ChoiceList } from "~/ui/forms/choice-list";
import type { FormView } from "~/ui/forms/form-state";
import { TextField } from "~/ui/forms/text-fields";
import { LinkButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import { ConfirmDelete } from "~/ui/overlays/confirm-delete";

interface DeleteChoice {
  value: string;
  label: string;
  /** What is deleted with the sessions: `, with 3 cases`. */
  goes: string;
}

interface DeleteSessionProps {
  form: FormView;
  /** Choices for a session of a series; empty for any other. */
  choices: readonly DeleteChoice[];
  /** Four digits. */
  code: string;
  hidden: Record<string, string | number | undefined>;
  back: string;
  /** What would be deleted. */
  children: ReactNode;
}

/**
 * Delete session (specification 2.14): which sessions of a series, and the code that must be typed. Mounted again for
 * each code.
 */
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
        // The submitted text belongs to an older code.
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
  /** The first and last date of the series. */
  dates: string;
  /** `, with 80 cases`; empty for none. */
  hint: string;
  /** Address of the page with the three choices; `proceed` is that of the same page after the warning. */
  back: string;
  proceed: string;
}

/** The second screen before a whole series is deleted. */
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
