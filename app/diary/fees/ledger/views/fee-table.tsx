import type { ReactNode } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { table, tag, text } from "styled-system/recipes";
import { StatusTag } from "~/diary/fees/views/fee-status";
import { pathTo } from "~/platform/http/path-to";
import { moneyText } from "~/platform/money";
import { formatCounted } from "~/platform/time/counted";
import type { FormView } from "~/ui/forms/form-state";
import { useSending } from "~/ui/forms/post-form";
import { RowTick, tickCell } from "~/ui/forms/row-tick";
import { RowMenu } from "~/ui/layout/row-menu";
import { sideScroll } from "~/ui/layout/side-scroll";
import type { FeeLine } from "../lines";

/** The actions on a single fee, each executed immediately, and the link to its work. */
function RowActions({
  line: { status, workPath, isCase },
  value,
  name,
}: {
  line: FeeLine;
  value: string;
  name: string;
}) {
  const of = <span className={css({ srOnly: true })}> for {name}</span>;
  return (
    <RowMenu name={name}>
      {status.state === "not-claimed" && <RowButton value={`claimed/${value}`}>Claimed today{of}</RowButton>}
      {status.state === "not-paid" && <RowButton value={`paid/${value}`}>Paid today{of}</RowButton>}
      <RowButton value={`copy/${value}`}>Duplicate{of}</RowButton>
      {workPath && (
        <Link to={workPath}>
          {isCase ? "Case" : "Session"}
          {of}
        </Link>
      )}
    </RowMenu>
  );
}

function RowButton({ value, children }: { value: string; children: ReactNode }) {
  const sending = useSending();
  return (
    <button type="submit" name="one" value={value} disabled={sending} className={asLink}>
      {children}
    </button>
  );
}

const asLink = css({
  background: "transparent",
  border: "none",
  padding: "0",
  color: "accent",
  textDecorationLine: "underline",
  "&:hover": { color: "accentStrong" },
});

interface FeeTableProps {
  lines: FeeLine[];
  /** Totals of all pages. */
  shown: { fees: number; pence: number };
  form: FormView;
  caption: string;
}

export function FeeTable({ lines, shown, form, caption }: FeeTableProps) {
  const ticked = new Set(form.values("fee").map((value) => value.split("/")[0]));
  return (
    <div className={sideScroll}>
      <table className={table()}>
        <caption className={css({ srOnly: true })}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={tickCell} data-tick="">
              <span className={css({ srOnly: true })}>Select</span>
            </th>
            {HEADS.map(([name, look]) => (
              <th key={name} scope="col" className={look}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <FeeRow key={line.unique_ref} line={line} ticked={ticked.has(line.unique_ref)} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td className={tickCell} data-tick="" />
            <th scope="row" className={onlyWide} colSpan={4}>
              {formatCounted(shown.fees, "fee")}
            </th>
            <th scope="row" className={cellOnPhones}>
              {formatCounted(shown.fees, "fee")}, {moneyText(shown.pence)}
            </th>
            <td className={`r ${onlyWide}`}>{moneyText(shown.pence)}</td>
            <td className={onlyWide} colSpan={3} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function FeeRow({ line, ticked }: { line: FeeLine; ticked: boolean }) {
  const { unique_ref, version, status, date, what, details, notes, payer, amount, waits, took } = line;
  const value = `${unique_ref}/${version}`;
  const name = `${what}, ${date}, ${amount}`;
  const dates = [
    line.timesheet && `claimed ${line.timesheet}`,
    line.paid && `paid ${line.paid}${took ? ` in ${took}` : ""}`,
  ].filter(Boolean);
  return (
    <tr>
      <td className={tickCell} data-tick="">
        <RowTick name="fee" value={value} defaultChecked={ticked} label={name} />
      </td>
      <td className={`${onlyWide} ${text({ figures: true })}`}>{date}</td>
      <td className={work}>
        <div className={named}>
          <Link to={pathTo("/extras/:feeRef/", { feeRef: unique_ref })} className={css({ fontWeight: "strong" })}>
            {what}
          </Link>
          <RowActions line={line} value={value} name={name} />
        </div>
        <div className={`${onlyNarrow} ${text({ kind: "hint" })}`}>{[date, payer].filter(Boolean).join(" · ")}</div>
        {details.length > 0 && <div className={text({ kind: "hint" })}>{details.join(" · ")}</div>}
        {notes && <div className={notesStyle}>{notes}</div>}
        <div className={onPhones}>
          <strong className={text({ figures: true })}>{amount}</strong>
          <StatusTag {...status} />
          {waits && <span className={text({ kind: "hint" })}>{waits}</span>}
          {dates.length > 0 && <span className={text({ kind: "hint" })}>{dates.join(", ")}</span>}
        </div>
      </td>
      <td className={`${onlyWide} ${payerStyle}`}>{payer || <span className={text({ kind: "quiet" })}>–</span>}</td>
      <td className={onlyWide}>
        <StatusTag {...status} />
      </td>
      <td className={`r ${onlyWide}`}>{amount}</td>
      <td className={`r ${onlyWide}`}>{line.timesheet || "–"}</td>
      <td className={`r ${onlyWide}`}>
        {line.paid || "–"}
        {took && <div className={text({ kind: "hint" })}>in {took}</div>}
      </td>
      <td className={`r ${onlyWide}`}>
        {line.isOld ? <span className={tag({ tone: "warn" })}>{waits}</span> : waits || "–"}
      </td>
    </tr>
  );
}

/** Hidden on a phone, where these are shown under the work so that the amount stays visible. */
const onlyWide = css({ display: { base: "none", wide: "table-cell" } });

/** The columns after the tick box. */
const HEADS: readonly [name: string, look?: string][] = [
  ["Date", onlyWide],
  ["Work"],
  ["Payer", onlyWide],
  ["Status", onlyWide],
  ...["Amount", "Claimed", "Paid", "Age"].map((name): [string, string] => [name, `r ${onlyWide}`]),
];
const onlyNarrow = css({ display: { base: "block", wide: "none" } });

/** Like `onlyNarrow`, as a table cell. */
const cellOnPhones = css({ display: { base: "table-cell", wide: "none" } });

const onPhones = css({
  display: { base: "flex", wide: "none" },
  flexWrap: "wrap",
  gap: "2",
  alignItems: "center",
  paddingTop: "1",
});

/** The name, its menu beside it, and below both what that opens. */
const named = css({ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "1" });

const work = css({ width: { wide: "[34%]" }, overflowWrap: "anywhere" });

const payerStyle = css({ minWidth: "[124px]", overflowWrap: "break-word" });

const notesStyle = css({ fontSize: "sm", color: "quiet", whiteSpace: "pre-line", maxWidth: "read" });
