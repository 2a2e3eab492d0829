import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { connection, useWaiting } from "./connection";

interface PostFormProps {
  children: ReactNode;
  /** Where it posts; without it the page's own address. */
  action?: string;
  id?: string;
  /** Hidden fields, such as `idempotency_key` and `version`. */
  hidden?: Record<string, string | number | undefined>;
  className?: string;
  /** Posts as a browser does without script: the answer is a new document, and nothing of this one stays. */
  newDocument?: boolean;
  /** For files. */
  encType?: "multipart/form-data";
  /** Script's business only: it is on its way. */
  onSend?: () => void;
}

/** Every form: posts to a page, checked by the server, works without script. */
export function PostForm({
  children,
  action,
  id,
  hidden = {},
  className,
  newDocument,
  encType,
  onSend,
}: PostFormProps) {
  return (
    <Form
      method="post"
      action={action}
      id={id}
      noValidate
      className={className}
      reloadDocument={newDocument}
      encType={encType}
      onSubmit={({ currentTarget, nativeEvent }) => {
        connection.sent = { form: currentTarget, submitter: (nativeEvent as SubmitEvent).submitter };
        onSend?.();
      }}
    >
      {Object.entries(hidden).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
    </Form>
  );
}

/**
 * True while a form is on its way; buttons of forms are off meanwhile (specification section 4), and on again when it
 * could not be sent.
 */
export function useSending(): boolean {
  const onItsWay = useNavigation().formMethod === "POST";
  return useWaiting() === null && onItsWay;
}
