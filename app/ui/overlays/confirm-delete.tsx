import type { ReactNode } from "react";
import { column, text } from "styled-system/recipes";
import type { FormView } from "../forms/form-state";
import { PostForm } from "../forms/post-form";
import { SubmitButton } from "../layout/button";
import { DialogPage } from "../layout/page";

const FORM_ID = "delete";
const HELD_ID = "held-by";

interface ConfirmDeleteProps {
  title: string;
  /** Text of the button. */
  button: string;
  form: FormView;
  back: string;
  /** What was shown, such as the version to delete. */
  hidden: Record<string, string | number | undefined>;
  /**
   * With script only: what must be done before the button is enabled, null once it is done; undefined if nothing is
   * required.
   */
  held?: string | null;
  /**
   * What would be deleted and whether it can be restored, what is saved now after a conflict, and fields of the form.
   */
  children: ReactNode;
}

/** A page that asks before it deletes: it says what would be deleted, with one button at its foot. */
export function ConfirmDelete({ title, button, form, back, hidden, held, children }: ConfirmDeleteProps) {
  return (
    <DialogPage
      title={title}
      form={form}
      back={back}
      footer={
        <>
          <SubmitButton form={FORM_ID} visual="danger" disabledBy={held ? HELD_ID : undefined}>
            {button}
          </SubmitButton>
          {held !== undefined && (
            <p id={HELD_ID} role="status" className={text({ kind: "hint" })}>
              {held}
            </p>
          )}
        </>
      }
    >
      <PostForm id={FORM_ID} hidden={hidden} className={column({ gap: "5" })}>
        {children}
      </PostForm>
    </DialogPage>
  );
}
