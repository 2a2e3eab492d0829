import { Link } from "react-router";
import { css } from "styled-system/css";
import { row } from "styled-system/recipes";
import { ASA_GRADES, GENDERS, URGENCIES } from "~/diary/cases/codes";
import { type Choice, SegmentField } from "~/ui/choice-fields";
import type { FormView } from "~/ui/form-state";
import { Line, LineList } from "~/ui/line-list";
import { TextField } from "~/ui/text-fields";
import type { RoundUpPage } from "../page.server";
import type { CaseItem } from "../rules";
import { Part, Said, strong } from "./part";
import { rowsAsSent } from "./rows-as-sent";

interface CasesProps {
  lines: RoundUpPage["cases"];
  form: FormView;
}

/** Each with what it lacks. */
export function LackingCases({ lines, form }: CasesProps) {
  const sent = rowsAsSent(form, "cases", lines);
  return (
    <Part id="cases" title="Cases to complete" hint="Choose what you know. What you leave blank stays not recorded.">
      <LineList>
        {lines.map(({ ref, version, summary, when, to, missing }, at) => (
          <Line
            key={ref}
            heading={
              <Link to={to} className={strong}>
                {summary}
              </Link>
            }
            facts={when}
          >
            <input type="hidden" name={`cases[${at}].ref`} value={ref} />
            <input type="hidden" name={`cases[${at}].version`} value={version} />
            <div className={`${row({ gap: "4", align: "end" })} ${items}`}>
              {missing.map((item) => (
                <ItemField key={item} item={item} form={sent} name={`cases[${at}].${item}`} of={summary} />
              ))}
            </div>
          </Line>
        ))}
      </LineList>
    </Part>
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
  /** The case, for those who do not see its line. */
  of: string;
}

function ItemField({ item, form, name, of }: ItemProps) {
  const said = <Said>{`, ${of}`}</Said>;
  if (item === "age") {
    const label = <>Age in years{said}</>;
    return <TextField form={form} name={name} label={label} width="ch6" figures inputMode="numeric" />;
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
