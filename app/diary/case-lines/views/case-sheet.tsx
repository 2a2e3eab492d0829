import { type ComponentType, useEffect, useMemo, useRef, useState } from "react";
import { css } from "styled-system/css";
import { column, row as inRow, note, text } from "styled-system/recipes";
import type { CaseFormData } from "~/diary/cases/page.server";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { NoteField } from "~/ui/forms/text-fields";
import { SaveAnyway } from "~/ui/identifiers/views/free-text";
import { SubmitButton } from "~/ui/layout/button";
import { fold, foldLine } from "~/ui/layout/fold";
import { Icon } from "~/ui/layout/icon";
import type { NamedOption } from "../line-case";
import type { Remark } from "../remarks";
import { rowField } from "../rows-in-form";
import { CaseRow } from "./case-row";
import { useRows } from "./use-rows";

interface CaseSheetProps {
  form: FormView;
  idempotencyKey: string;
  around: CaseFormData;
  /** The user's own options. */
  own: readonly NamedOption[];
  /** The user's earlier descriptions of such cases. */
  descriptions: readonly string[];
  /** The server's remarks on each row. */
  remarks: readonly (readonly Remark[])[] | undefined;
  /** True when the lines were just read, and nothing is saved yet. */
  isRead: boolean;
}

/**
 * A list of cases, one per row, each typed as a line or in cells, all saved at once. Without script, lines are entered
 * in a text area.
 */
export function CaseSheet({ form, idempotencyKey, around, own, descriptions, remarks, isRead }: CaseSheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const { rows, view, hints, listen } = useRows({ sheet, form, own, descriptions, remarks });
  const wide = useWide();
  const count = rows.length;
  const names = useMemo(
    () =>
      Array.from({ length: count }, (_, index) => [
        rowField(index, "line"),
        rowField(index, "case_description"),
      ]).flat(),
    [count],
  );
  return (
    <PostForm id="cases" hidden={{ idempotency_key: idempotencyKey }}>
      <div className={column({ gap: "4" })}>
        {isRead && form.errors.length === 0 && (
          <p className={note()} role="status">
            <strong>Nothing is saved yet.</strong> Check what was read from each line, then save all.
          </p>
        )}
        <p className={text({ kind: "hint" })} id="lines-hint">
          For example, 67F 3 urgent lap appendix RSI ETT 1405-1530 ST5. No names, numbers or dates of birth of patients.
        </p>
        <LineHelp />
        <noscript>
          <NoteField
            form={form}
            name="lines"
            label={rows.length > 1 ? "More cases, one on each line" : "Cases, one on each line"}
            lines={rows.length > 1 ? 2 : 8}
          />
        </noscript>
        <div ref={sheet} {...listen}>
          <ol>
            {rows.map((each, index) => (
              <CaseRow
                key={each.id}
                index={index}
                state={each}
                form={view}
                around={around}
                own={own}
                open={wide}
                isAlone={rows.length === 1}
              />
            ))}
          </ol>
          <Words id="line-words" words={hints} />
          <Words id="case-descriptions" words={descriptions} />
        </div>
        <SaveAnyway form={form} names={names} />
        <div className={inRow()}>
          <SubmitButton>Save all</SubmitButton>
          <noscript>
            <SubmitButton visual="normal" name="next" value="read">
              Read the lines
            </SubmitButton>
          </noscript>
        </div>
      </div>
    </PostForm>
  );
}

/** How a line is read, loaded when it is opened; until then, and without script, a link to the page that says it. */
function LineHelp() {
  const [Rules, setRules] = useState<ComponentType | null>(null);
  const load = () => import("./line-grammar").then(({ LineRules }) => setRules(() => LineRules)).catch(() => {});
  return (
    <details className={fold} onToggle={load}>
      <summary className={foldLine}>
        <Icon name="chevron" />
        <span>How a line is read</span>
      </summary>
      <div className={column({ gap: "3" })}>
        {Rules ? <Rules /> : <a href="/keys/#lines">How a line is read, on a page of its own</a>}
      </div>
    </details>
  );
}

function Words({ id, words }: { id: string; words: readonly string[] }) {
  return (
    <datalist id={id} className={css({ display: "none" })}>
      {words.map((word) => (
        <option key={word} value={word} />
      ))}
    </datalist>
  );
}

/**
 * Whether the page is wide enough for the cells to be side by side, and so to be open at first. False without script.
 */
function useWide(): boolean {
  const [wide, setWide] = useState(false);
  useEffect(() => setWide(matchMedia("(min-width: 901px)").matches), []);
  return wide;
}
