import { useEffect, useRef, useState } from "react";
import { column, note } from "styled-system/recipes";
import type { FieldProps } from "~/ui/field-frame";
import { Icon } from "~/ui/icon";
import { NoteField } from "~/ui/text-fields";
import { hitsToAsk } from "../ask";
import { identifierMessage } from "../rules";

/** A field for free text that says under it, as one types, when a patient might be known by what it holds. */
export function FreeText(props: FieldProps & { lines?: number }) {
  const { form, name } = props;
  const root = useRef<HTMLDivElement>(null);
  const warningOf = (text: string) => {
    const [found] = hitsToAsk({ [name]: text }, { [name]: form.start(name) });
    return found ? identifierMessage(found.hits) : null;
  };
  const [warning, setWarning] = useState(() => warningOf(form.value(name)));
  const follow = () => setWarning(warningOf(root.current?.querySelector("textarea")?.value ?? ""));
  // What was typed before the script came counts too.
  const first = useRef(follow);
  useEffect(() => first.current(), []);
  // The message of the server stands there already.
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
