import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { connection, useWaiting } from "../connection/connection";

interface PostFormProps {
  children: ReactNode;
  /** Path to post to; by default the page's own address. */
  action?: string;
  id?: string;
  /** Hidden fields, such as `idempotency_key` and `version`. */
  hidden?: Record<string, string | number | undefined>;
  className?: string;
  /** Posts like a browser without script: the answer is a new document, and no state of this one is kept. */
  newDocument?: boolean;
  /** For files. */
  encType?: "multipart/form-data";
  /**
   * The page that answers is the same one: the reader stays at the place of the form. Without script an anchor in
   * `action` leads there.
   */
  staysInPlace?: boolean;
  /** Called when script sends the form. */
  onSend?: () => void;
}

/** Used for every form: posts to a page, is checked by the server, works without script. */
export function PostForm({
  children,
  action,
  id,
  hidden = {},
  className,
  newDocument,
  staysInPlace,
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
      preventScrollReset={staysInPlace}
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
 * True while a form is being sent: buttons of forms are disabled meanwhile (specification section 4), and enabled again
 * when it could not be sent, or came back complete: the page's data are still to be loaded then, which may take long.
 * What came back is noted before the state of the navigation changes, which renders the buttons.
 */
export function useSending(): boolean {
  const { formMethod, state } = useNavigation();
  return useWaiting() === null && formMethod === "POST" && (state === "submitting" || !connection.isComplete);
}
