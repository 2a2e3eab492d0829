import { useState } from "react";
import { css } from "styled-system/css";
import { note, row, text } from "styled-system/recipes";
import { moneyText } from "~/platform/money";
import { formatCounted } from "~/platform/time/counted";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { FieldError } from "~/ui/forms/field-frame";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { EnterSaves, SubmitButton } from "~/ui/layout/button";
import { Fold } from "~/ui/layout/fold";
import type { FeeLine } from "../lines";
import { FeeTable } from "./fee-table";

interface FeeListProps {
  lines: FeeLine[];
  shown: { fees: number; pence: number };
  form: FormView;
  idempotencyKey: string;
  /**
   * The words that these fees were found by; sent with the form, so that a refused one comes back with the same list.
   */
  words: string | undefined;
  /** For screen readers only. */
  caption: string;
}

/** The fees, with the actions on those that are ticked. */
export function FeeList({ lines, shown, form, idempotencyKey, words, caption }: FeeListProps) {
  const [ticked, setTicked] = useState<string[]>([]);
  const sum = lines.filter(({ unique_ref }) => ticked.includes(unique_ref));
  return (
    <PostForm hidden={{ idempotency_key: idempotencyKey, words }} className={list}>
      <EnterSaves />
      <Fold
        title="Select several fees"
        open={Boolean(form.error("date") ?? form.error("fee")) || form.values("fee").length > 0}
        className={css({ _print: { display: "none" } })}
      >
        <fieldset className={bulk}>
          <legend className={css({ srOnly: true })}>With the selected fees</legend>
          <FieldError form={form} name="fee" />
          <div className={row({ gap: "4", align: "end" })}>
            <DateField form={form} name="date" label="Mark selected fees, with date" hint="" />
            <div className={buttons}>
              <SubmitButton visual="normal" name="intent" value="claimed">
                Claimed
              </SubmitButton>
              <SubmitButton visual="normal" name="intent" value="paid">
                Paid
              </SubmitButton>
            </div>
            <p className={`${text({ kind: "quiet" })} ${told}`} aria-live="polite">
              {sum.length > 0 && (
                <>
                  {formatCounted(sum.length, "fee")} selected,{" "}
                  <strong>{moneyText(sum.reduce((all, { amount_pence }) => all + amount_pence, 0))}</strong>
                </>
              )}
            </p>
          </div>
        </fieldset>
      </Fold>
      {/* Handles the change events that bubble from the tick boxes; it is not a control itself. */}
      <div id="fee" onChange={({ currentTarget }) => setTicked(tickedIn(currentTarget))}>
        <FeeTable lines={lines} shown={shown} form={form} caption={caption} />
      </div>
    </PostForm>
  );
}

function tickedIn(root: HTMLElement): string[] {
  const boxes = [...root.querySelectorAll<HTMLInputElement>("input[name=fee]:checked")];
  return boxes.map(({ value }) => value.split("/")[0] ?? "");
}

export function NoFees({ children }: { children: string }) {
  return <p className={note()}>{children}</p>;
}

const list = css({
  display: "grid",
  gap: "3",
  gridTemplateColumns: "minmax(0, 1fr)",
  // Boxes to tick stand only where something is done with them; a browser without `:has()` shows them always.
  "&:has(> details:not([open])) [data-tick]": { display: "none" },
});

const bulk = css({ border: "none", padding: "0", margin: "0", minWidth: "0" });

const buttons = css({ display: "flex", gap: "2", "& > button": { minHeight: "control" } });

const told = css({
  minHeight: "control",
  display: "flex",
  alignItems: "center",
  gap: "1",
  "&:empty": { display: "none" },
});
