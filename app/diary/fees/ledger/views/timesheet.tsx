import { css } from "styled-system/css";
import { row, table, text } from "styled-system/recipes";
import { formatCounted } from "~/platform/time/counted";
import { DateField } from "~/ui/forms/date-and-time-fields";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { sideScroll } from "~/ui/layout/side-scroll";
import type { SheetLine, Timesheet } from "../timesheet";

export function TimesheetTable({ sheet: { lines, hours, amount } }: { sheet: Timesheet }) {
  return (
    <div className={sideScroll}>
      <table className={table()}>
        <thead>
          <tr>
            {HEADS.map(([name, look]) => (
              <th key={name} scope="col" className={look}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.shown}>
              <td className={text({ figures: true })}>
                {line.date}
                {line.start && (
                  <div className={`${onlyNarrow} ${text({ kind: "hint" })}`}>
                    {line.start} – {line.end}
                  </div>
                )}
              </td>
              <td className={`${onlyWide} ${text({ figures: true })}`}>{line.start || "–"}</td>
              <td className={`${onlyWide} ${text({ figures: true })}`}>{line.end || "–"}</td>
              <td className="r">{line.hours || "–"}</td>
              <td className={workCell}>{line.work}</td>
              <td className="r">{line.amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className={onlyWide} colSpan={2} />
            <td className="r">{hours}</td>
            <td />
            <td className="r">{amount}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface FeeSheetProps {
  lines: SheetLine[];
  form: FormView;
  idempotencyKey: string;
}

/** The form that marks the fees of a timesheet as claimed, after it was handed in. */
export function FeeSheet({ lines, form, idempotencyKey }: FeeSheetProps) {
  return (
    <PostForm hidden={{ idempotency_key: idempotencyKey, intent: "claimed" }} className={fee}>
      {lines.map(({ shown }) => (
        <input key={shown} type="hidden" name="fee" value={shown} />
      ))}
      <div className={row({ gap: "4", align: "end" })}>
        <DateField form={form} name="date" label="Timesheet handed in on" hint="" />
        <SubmitButton visual="normal">Mark {formatCounted(lines.length, "fee")} as claimed</SubmitButton>
      </div>
    </PostForm>
  );
}

/** On a phone the times are shown under the date. */
const onlyWide = css({ display: { base: "none", wide: "table-cell" } });
const onlyNarrow = css({ display: { base: "block", wide: "none" } });

const workCell = css({
  paddingLeft: { base: "3", wide: "4" },
  overflowWrap: "anywhere",
  minWidth: { base: "[88px]", wide: "[120px]" },
});

const HEADS: readonly [name: string, look?: string][] = [
  ["Date"],
  ["Start", onlyWide],
  ["End", onlyWide],
  ["Hours", "r"],
  ["Work", workCell],
  ["Amount", "r"],
];

const fee = css({ "& button": { minHeight: "control" }, _print: { display: "none" } });
