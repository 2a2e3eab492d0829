import type { ReactNode } from "react";
import { column } from "styled-system/recipes";
import type { Away } from "~/diary/leave/rules";
import { EnterSaves, SubmitButton } from "~/ui/button";
import type { FormView } from "~/ui/form-state";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Around } from "../around";
import type { PlanChoice } from "../element-choices";
import type { KeptSession } from "../rules";
import { type SessionFeeData, SessionFields } from "./session-fields";

interface SessionDialogProps {
  title: string;
  form: FormView;
  plans: readonly PlanChoice[];
  kept: KeptSession | null;
  narrowed: boolean;
  /** Offered while one types. */
  sites: readonly string[];
  fee: SessionFeeData;
  around: Around;
  leave: readonly Away[];
  hidden: Record<string, string | undefined>;
  /** Where Cancel leads. */
  back: string;
  /** First of the fields: of a session that repeats. */
  series?: ReactNode;
  /** Above the fields. */
  warnings?: ReactNode;
  /** Under the fields: what hangs on the session. */
  children?: ReactNode;
  /** Beside Save. */
  more?: ReactNode;
}

const FORM_ID = "session";

/** The dialog that adds or edits a session. */
export function SessionDialog(props: SessionDialogProps) {
  const {
    title,
    form,
    plans,
    kept,
    narrowed,
    sites,
    fee,
    around,
    leave,
    hidden,
    back,
    series,
    warnings,
    children,
    more,
  } = props;
  const footer = (
    <>
      <SubmitButton form={FORM_ID}>Save</SubmitButton>
      <SubmitButton form={FORM_ID} visual="normal" name="after_save" value="case">
        Save and add a case
      </SubmitButton>
      {more}
    </>
  );
  return (
    <DialogPage title={title} form={form} back={back} footer={footer}>
      {warnings}
      <PostForm id={FORM_ID} hidden={hidden} className={column({ gap: "5" })}>
        {/* The first button is what Enter presses: it must save, not narrow the list of elements. */}
        <EnterSaves />
        {series}
        <SessionFields
          form={form}
          plans={plans}
          kept={kept}
          narrowed={narrowed}
          sites={sites}
          fee={fee}
          around={around}
          leave={leave}
        />
      </PostForm>
      {children}
    </DialogPage>
  );
}
