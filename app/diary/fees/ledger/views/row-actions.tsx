import type { ReactNode } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { useSending } from "~/ui/forms/post-form";
import { RowMenu } from "~/ui/layout/row-menu";
import type { FeeLine } from "../lines";

/** The actions on a single fee, each executed immediately, and the link to its work. */
export function RowActions({
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
