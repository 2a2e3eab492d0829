import type { ReactNode } from "react";
import { type FormView, keyOf } from "../forms/form-state";
import { PostForm } from "../forms/post-form";
import { SubmitButton } from "./button";
import { DialogPage, type DialogPageProps } from "./page";

interface FormPageProps extends Omit<DialogPageProps, "footer"> {
  form: FormView;
  /** Id of the form. */
  id: string;
  /** Words of the button that saves, and what stands beside it; false for a form that cannot be sent. */
  button: string | false;
  beside?: ReactNode;
  /** The key that the page's data brings for a form that is new; a saved row's is among its answers. */
  idempotencyKey?: string | undefined;
  /** Hidden fields beside the key and the version. */
  hidden?: Record<string, string | number | undefined>;
  className?: string;
  /** Around the form. */
  above?: ReactNode;
  below?: ReactNode;
}

/** A page that is one form: its notices, its key or the version that it was opened at, and its button at the foot. */
export function FormPage(props: FormPageProps) {
  const { form, id, button, beside, idempotencyKey, hidden, className, above, below, children, ...page } = props;
  const version = form.value("version");
  const key = idempotencyKey === undefined ? form.value("idempotency_key") : keyOf(form, idempotencyKey);
  const own = { ...(version && { version }), ...(key && { idempotency_key: key }) };
  return (
    <DialogPage
      {...page}
      form={form}
      footer={
        button && (
          <>
            <SubmitButton form={id}>{button}</SubmitButton>
            {beside}
          </>
        )
      }
    >
      {above}
      <PostForm id={id} hidden={{ ...own, ...hidden }} className={className}>
        {children}
      </PostForm>
      {below}
    </DialogPage>
  );
}
