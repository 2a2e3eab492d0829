import { css } from "styled-system/css";
import { row } from "styled-system/recipes";
import { ASA_GRADES, GENDERS, URGENCIES } from "~/diary/cases/codes";
import { type Choice, SegmentField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { NumberField } from "~/ui/forms/text-fields";
import { LineList } from "~/ui/layout/line-list";
import type { RoundUpPage } from "../page.server";
import type { CaseItem } from "../rules";
import { RoundUpSection, RowLine, rowsAsSent, ScreenReaderText } from "./round-up-section";

interface CasesProps {
  lines: RoundUpPage["cases"];
  form: FormView;
}

/** The incomplete cases, each with fields for the missing items. */
export function LackingCases({ lines, form }: CasesProps) {
  const sent = rowsAsSent(form, "cases", lines);
  return (
    <RoundUpSection id="cases" title="Cases to complete" hint="Leave blank anything you do not know.">
      <LineList>
        {lines.map((line, at) => (
          <RowLine key={line.ref} name={`cases[${at}]`} row={line} heading={line.summary} facts={line.when}>
            <div className={`${row({ gap: "4", align: "end" })} ${items}`}>
              {line.missing.map((item) => (
                <ItemField key={item} item={item} form={sent} name={`cases[${at}].${item}`} of={line.summary} />
              ))}
            </div>
          </RowLine>
        ))}
      </LineList>
    </RoundUpSection>
  );
}

const ITEM_CHOICES: Record<Exclude<CaseItem, "age">, { label: string; choices: readonly Choice[] }> = {
  asa: { label: "ASA", choices: ASA_GRADES },
  urgency: { label: "Urgency", choices: URGENCIES },
  gender: { label: "Gender", choices: GENDERS },
};

interface ItemProps {
  item: CaseItem;
  form: FormView;
  name: string;
  /** Description of the case, for screen readers. */
  of: string;
}

function ItemField({ item, form, name, of }: ItemProps) {
  const said = <ScreenReaderText>{`, ${of}`}</ScreenReaderText>;
  if (item === "age") {
    const label = <>Age in years{said}</>;
    return <NumberField form={form} name={name} label={label} inputMode="numeric" />;
  }
  const { label, choices } = ITEM_CHOICES[item];
  return (
    <SegmentField
      form={form}
      name={name}
      label={
        <>
          {label}
          {said}
        </>
      }
      choices={choices}
    />
  );
}

const items = css({ minWidth: "0" });
