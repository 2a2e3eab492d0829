import { useEffect, useRef, useState } from "react";
import { column, note } from "styled-system/recipes";
import { TickField } from "~/ui/choice-fields";
import type { FormView } from "~/ui/form-state";
import { TextField } from "~/ui/text-fields";
import { hitsToAsk } from "../ask";

interface SaveAnywayProps {
  form: FormView;
  /** The form's fields of free text. The same list each time. */
  names: readonly string[];
}

/** At the end of a form: what to say so that a text is saved although it looks as if it identified a patient. */
export function SaveAnyway({ form, names }: SaveAnywayProps) {
  const root = useRef<HTMLDivElement>(null);
  const { start } = form;
  const [found, setFound] = useState(() => foundIn(names, form.value, start));

  useEffect(() => {
    const page = root.current?.closest("form");
    if (!page) return;
    const typed = (name: string) => (page.elements.namedItem(name) as HTMLTextAreaElement | null)?.value ?? "";
    const follow = () => setFound(foundIn(names, typed, start));
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
            <strong>A text looks as if it identified a patient.</strong> Take that out, or say that it does not.
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
            // Another kind of hit is another question: its tick starts afresh.
            <TickField
              key={found}
              form={form}
              name="identifiers_confirmed"
              label="Save anyway: it identifies no patient"
            />
          )}
        </div>
      )}
    </div>
  );
}

/** The kinds that texts hold beyond what was there at the start: `strong nhs_number`, `medium name postcode`, or nothing. */
function foundIn(names: readonly string[], value: (name: string) => string, start: (name: string) => string): string {
  const by = (read: (name: string) => string) => Object.fromEntries(names.map((name) => [name, read(name)]));
  const hits = hitsToAsk(by(value), by(start)).flatMap((each) => each.hits);
  if (hits.length === 0) return "";
  const kinds = [...new Set(hits.map(({ kind }) => kind))].sort();
  return [hits.some(({ strong }) => strong) ? "strong" : "medium", ...kinds].join(" ");
}
