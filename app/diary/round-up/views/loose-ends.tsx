import type { ReactNode } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { choice, column, row, text } from "styled-system/recipes";
import { ASA_GRADES, GENDERS, URGENCIES } from "~/diary/cases/codes";
import { CategorySquare } from "~/planning/job-plans/views/category";
import { SubmitButton } from "~/ui/button";
import { type Choice, SegmentField, SelectField } from "~/ui/choice-fields";
import { DateField } from "~/ui/date-and-time-fields";
import type { FormView } from "~/ui/form-state";
import { Line, LineList } from "~/ui/line-list";
import { TextField } from "~/ui/text-fields";
import type { RoundUpPage } from "../page.server";
import type { CaseItem } from "../rules";
import { rowsAsSent } from "./rows-as-sent";

interface PartProps {
  /** What the address names it by after a save. */
  id: string;
  title: string;
  hint: string;
  children: ReactNode;
}

function Part({ id, title, hint, children }: PartProps) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={`${column({ gap: "3" })} ${part}`}>
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        <p className={text({ kind: "hint" })}>{hint}</p>
      </div>
      {children}
    </section>
  );
}

/** Each logged by one press, or opened with its times filled in. */
export function UnloggedSessions({ lines }: { lines: RoundUpPage["unlogged"] }) {
  return (
    <Part
      id="unlogged"
      title="Planned and not logged"
      hint="Open one to log it with other times. If you were away, add leave: then it is not expected of you."
    >
      <LineList>
        {lines.map(({ key, element, category, when, pa, to, leave }) => (
          <Line
            key={key}
            heading={
              <span>
                <CategorySquare category={category} />
                <Link to={to} className={strong}>
                  {element}
                </Link>
              </span>
            }
            facts={`${when} · ${pa} PA`}
          >
            <input type="hidden" name="planned" value={key} />
            <div className={row()}>
              <SubmitButton name="log" value={key} visual={lines.length > 1 ? "normal" : "primary"}>
                <span>
                  Log as planned<Said>{`: ${element}, ${when}`}</Said>
                </span>
              </SubmitButton>
              <Link to={leave} className={plainLink}>
                Add leave<Said>{` on ${when}`}</Said>
              </Link>
            </div>
          </Line>
        ))}
      </LineList>
      {lines.length > 1 && (
        <div className={row()}>
          <SubmitButton name="act" value="log_all">{`Log all ${lines.length} as planned`}</SubmitButton>
        </div>
      )}
    </Part>
  );
}

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

interface SessionsProps {
  lines: RoundUpPage["sessions"];
  form: FormView;
}

/** Each with the elements of its day. */
export function UntaggedSessions({ lines, form }: SessionsProps) {
  const sent = rowsAsSent(form, "sessions", lines);
  return (
    <Part id="sessions" title="Sessions without an element" hint="Their PAs count once they have one.">
      <LineList>
        {lines.map(({ ref, version, when, pa, to, groups }, at) => (
          <Line
            key={ref}
            heading={
              <Link to={to} className={strong}>
                {when}
              </Link>
            }
            facts={`${pa} PA`}
          >
            <input type="hidden" name={`sessions[${at}].ref`} value={ref} />
            <input type="hidden" name={`sessions[${at}].version`} value={version} />
            {groups.length > 0 ? (
              <div className={wide}>
                <SelectField
                  form={sent}
                  name={`sessions[${at}].element`}
                  label={
                    <>
                      Job plan element<Said>{`, ${when}`}</Said>
                    </>
                  }
                  blank="Choose an element"
                  groups={groups}
                />
              </div>
            ) : (
              <p>
                No job plan runs on this day. <Link to="/job_plans/new/">Add a job plan</Link>
              </p>
            )}
          </Line>
        ))}
      </LineList>
    </Part>
  );
}

interface FeesProps {
  lines: RoundUpPage["fees"];
  form: FormView;
}

/** Ticked and claimed together. */
export function UnclaimedFees({ lines, form }: FeesProps) {
  const ticked = form.values("fee");
  return (
    <Part id="fees" title="Fees not yet claimed" hint="Tick those that you have claimed.">
      <LineList>
        {lines.map(({ value, what, facts, amount, to }) => (
          <Line
            key={value}
            heading={
              <label className={choice()}>
                <input type="checkbox" name="fee" value={value} defaultChecked={ticked.includes(value)} />
                <span>
                  <b>{amount}</b> {what}
                </span>
              </label>
            }
            facts={
              <>
                {facts} ·{" "}
                <Link to={to}>
                  Open<Said>{` ${what}, ${facts}`}</Said>
                </Link>
              </>
            }
          >
            {null}
          </Line>
        ))}
      </LineList>
      <DateField form={form} name="claimed_on" label="Claimed on" hint="" />
    </Part>
  );
}

/** For those who do not see the line. */
function Said({ children }: { children: string }) {
  return <span className={css({ srOnly: true })}>{children}</span>;
}

const part = css({ outline: "none" });
const strong = css({ fontWeight: "strong" });
const plainLink = css({ display: "inline-flex", alignItems: "center", minHeight: "control", paddingInline: "2" });
const items = css({ minWidth: "0" });
const wide = css({ width: "full", maxWidth: "ch40" });
