import { useRef } from "react";
import { css } from "styled-system/css";
import { CaseRow, type RowPlace } from "~/diary/case-lines/views/case-row";
import { useRows } from "~/diary/case-lines/views/use-rows";
import { formView } from "~/ui/forms/form-state";

const BLANK = formView({}, undefined);

/** Rows of the list of cases, read as they are typed by the reader of that page. */
export function CaseLines({ around }: { around: RowPlace }) {
  const sheet = useRef<HTMLDivElement>(null);
  const rows = useRows({ sheet, form: BLANK, own: [], descriptions: [], remarks: undefined });
  return (
    <div ref={sheet} {...rows.listen}>
      <ol>
        {rows.rows.map((each, index) => (
          <CaseRow
            key={each.id}
            index={index}
            state={each}
            form={rows.view}
            around={around}
            own={[]}
            open={false}
            isAlone={rows.rows.length === 1}
          />
        ))}
      </ol>
      <datalist id="line-words" className={css({ display: "none" })}>
        {rows.hints.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </div>
  );
}
