import { useEffect, useRef, useState } from "react";
import { column, note } from "styled-system/recipes";
import { TickField } from "~/ui/forms/choice-fields";
import type { FieldProps } from "~/ui/forms/field-frame";
import { answersIn, type SectionAnswers } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { NoteField, TextField } from "~/ui/forms/text-fields";
import { kindsOf, newHits } from "~/ui/identifiers/rules";
import { Icon } from "~/ui/layout/icon";
import { identifierMessage } from "../rules";

/** A field for free text that warns below it, while the user types, when the text might identify a patient. */
export function FreeText(props: FieldProps & { lines?: number }) {
  const { form, name } = props;
  const root = useRef<HTMLDivElement>(null);
  const warningOf = (text: string) => {
    const [found] = newHits({ [name]: text }, { [name]: form.start(name) });
    return found ? identifierMessage(found.hits) : null;
  };
  const [warning, setWarning] = useState(() => warningOf(form.value(name)));
  const follow = () => setWarning(warningOf(root.current?.querySelector("textarea")?.value ?? ""));
  // Text that was typed before the script ran counts too.
  const first = useRef(follow);
  useEffect(() => first.current(), []);
  // The server's message is already shown.
  const shown = warning !== form.error(name) && warning;
  return (
    <div ref={root} onInput={follow} className={column({ gap: "1" })}>
      <NoteField {...props} />
      <div aria-live="polite">
        {shown && (
          <p className={note({ tone: "warn", icon: true })} data-identifier="">
            <Icon name="warning" />
            {shown}
          </p>
        )}
      </div>
    </div>
  );
}

interface SaveAnywayProps {
  form: FormView;
  /** Names of the form's fields of free text. Must be the same array on each render. */
  names: readonly string[];
}

/**
 * At the end of a form: the confirmation with which a text is saved although it looks as if it identified a patient.
 */
export function SaveAnyway({ form, names }: SaveAnywayProps) {
  const root = useRef<HTMLDivElement>(null);
  const { start } = form;
  const [found, setFound] = useState(() => foundIn(names, form, start));

  useEffect(() => {
    const page = root.current?.closest("form");
    if (!page) return;
    const follow = () => setFound(foundIn(names, answersIn(page), start));
    follow();
    page.addEventListener("input", follow);
    return () => page.removeEventListener("input", follow);
  }, [names, start]);

  const reason = found.startsWith("strong") || form.error("identifiers_reason") !== undefined;
  const tick = !reason && (found !== "" || form.error("identifiers_confirmed") !== undefined);
  return (
    <div ref={root}>
      {(reason || tick) && (
        <div className={`${note({ tone: "warn" })} ${column({ gap: "3" })}`}>
          <p>
            <strong>A text looks as if it identified a patient.</strong> Remove that, or confirm that it does not.
          </p>
          {reason ? (
            <TextField
              form={form}
              name="identifiers_reason"
              label="Save anyway, because"
              hint="For example, it is the serial number of an implant. The reason is asked for, not kept"
              width="ch40"
            />
          ) : (
            // Another kind of hit is another question: its tick starts empty.
            <TickField
              key={found}
              form={unanswered(form)}
              name="identifiers_confirmed"
              label="Save anyway: it identifies no patient"
            />
          )}
          {tick && <input type="hidden" name="identifiers_asked" value={found.replace(/^\w+ /, "")} />}
        </div>
      )}
    </div>
  );
}

/** The form without a refused tick, which was given to another question. */
function unanswered(form: FormView): FormView {
  const isRefused = form.error("identifiers_confirmed") !== undefined;
  return isRefused ? { ...form, value: (name) => (name === "identifiers_confirmed" ? "" : form.value(name)) } : form;
}

/** Kinds of hit in texts that differ from the start: `strong nhs_number`, `medium name postcode`, or nothing. */
function foundIn(names: readonly string[], { values }: SectionAnswers, start: (name: string) => string): string {
  const by = (read: (name: string) => string) => Object.fromEntries(names.map((name) => [name, read(name)]));
  const asked = newHits(
    by((name) => values(name).join("\n")),
    by(start),
  );
  if (asked.length === 0) return "";
  const strong = asked.some(({ hits }) => hits.some((hit) => hit.strong));
  return [strong ? "strong" : "medium", ...kindsOf(asked)].join(" ");
}
