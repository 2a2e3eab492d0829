import { Link } from "react-router";
import { css } from "styled-system/css";
import { choice, row } from "styled-system/recipes";
import { CategorySquare } from "~/planning/job-plans/views/category";
import { SelectField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import type { FormView } from "~/ui/forms/form-state";
import { SubmitButton } from "~/ui/layout/button";
import { Line, LineList } from "~/ui/layout/line-list";
import type { RoundUpPage } from "../page.server";
import { RoundUpSection, RowLine, rowsAsSent, ScreenReaderText, strong } from "./round-up-section";

/** The planned sessions that are not logged: each can be logged with one button, or opened with its times filled in. */
export function UnloggedSessions({ lines }: { lines: RoundUpPage["unlogged"] }) {
  return (
    <RoundUpSection
      id="unlogged"
      title="Planned and not logged"
      hint="Open one to log it with other times. If you were on leave, add the leave. The session then no longer counts as missing."
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
                  Log as planned<ScreenReaderText>{`: ${element}, ${when}`}</ScreenReaderText>
                </span>
              </SubmitButton>
              <SubmitButton name="cancel" value={key} visual="plain">
                <span>
                  Did not happen<ScreenReaderText>{`: ${element}, ${when}`}</ScreenReaderText>
                </span>
              </SubmitButton>
              <Link to={leave} className={plainLink}>
                Add leave<ScreenReaderText>{` on ${when}`}</ScreenReaderText>
              </Link>
            </div>
          </Line>
        ))}
      </LineList>
      {lines.length > 1 && (
        <div className={row()}>
          <SubmitButton name="intent" value="log_all">{`Log all ${lines.length} as planned`}</SubmitButton>
        </div>
      )}
    </RoundUpSection>
  );
}

interface SessionsProps {
  lines: RoundUpPage["sessions"];
  form: FormView;
}

/** The sessions without an element, each with the elements to choose from. */
export function UntaggedSessions({ lines, form }: SessionsProps) {
  const sent = rowsAsSent(form, "sessions", lines);
  return (
    <RoundUpSection id="sessions" title="Sessions without an element" hint="Their PAs count once they have one.">
      <LineList>
        {lines.map((line, at) => (
          <RowLine key={line.ref} name={`sessions[${at}]`} row={line} heading={line.when} facts={`${line.pa} PA`}>
            {line.groups.length > 0 ? (
              <div className={wide}>
                <SelectField
                  form={sent}
                  name={`sessions[${at}].element`}
                  label={
                    <>
                      Job plan element<ScreenReaderText>{`, ${line.when}`}</ScreenReaderText>
                    </>
                  }
                  blank="Choose an element"
                  groups={line.groups}
                />
              </div>
            ) : (
              <p>
                No job plan runs on this day. <Link to="/job_plans/new/">Add a job plan</Link>
              </p>
            )}
          </RowLine>
        ))}
      </LineList>
    </RoundUpSection>
  );
}

interface FeesProps {
  lines: RoundUpPage["fees"];
  form: FormView;
}

/** The fees that are not claimed; those that are ticked are claimed together. */
export function UnclaimedFees({ lines, form }: FeesProps) {
  const ticked = form.values("fee");
  return (
    <RoundUpSection id="fees" title="Fees not yet claimed" hint="Select the fees you have claimed.">
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
                  Open<ScreenReaderText>{` ${what}, ${facts}`}</ScreenReaderText>
                </Link>
              </>
            }
          >
            {null}
          </Line>
        ))}
      </LineList>
      <DateField form={form} name="claimed_on" label="Claimed on" hint="" />
    </RoundUpSection>
  );
}

const plainLink = css({
  display: "inline-flex",
  alignItems: "center",
  minHeight: "control",
  paddingInline: { wide: "2" },
});
const wide = css({ width: "full", maxWidth: "ch40" });
