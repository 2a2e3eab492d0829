import { css } from "styled-system/css";
import { text } from "styled-system/recipes";
import { LinkButton } from "~/ui/button";
import { DialogPage } from "~/ui/page";
import { Snackbar } from "~/ui/snackbar";
import { BackToLogbook } from "./email-actions";

interface EmailChangedProps {
  /** The new address. */
  address: string;
  /** The one on file until the new one is verified. */
  current: string | null;
  hasLogbook: boolean;
}

/** Specification 2.10. */
export function EmailChanged({ address, current, hasLogbook }: EmailChangedProps) {
  return (
    <DialogPage
      title="Email Address Changed"
      footer={
        <>
          <LinkButton to="/email/" visual="primary">
            Manage Email
          </LinkButton>
          <BackToLogbook hasLogbook={hasLogbook} />
        </>
      }
    >
      <p className={css({ overflowWrap: "anywhere" })}>
        We have sent a link to <strong>{address}</strong>. Please check that inbox, including the spam folder, and open
        the link within 15 minutes.
      </p>
      <Snackbar text={`We have sent a link to ${address}`} />
      {current && current !== address && (
        <p className={text({ kind: "quiet" })}>
          Until then we write to {current}. We have told that address of this change, too.
        </p>
      )}
    </DialogPage>
  );
}
