import type { ReactNode } from "react";
import { column, text } from "styled-system/recipes";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";

/** What the owner of a suspended account is told. */
export interface SuspensionFacts {
  /** `21 November 2026` */
  since: string;
  /** A sentence. */
  reason: string;
  /** Address of support. */
  contact: string;
  /** Until when they may export the account; null if they may not. */
  exportUntil: string | null;
}

interface SuspendedProps extends SuspensionFacts {
  /** The files of an export. */
  children: ReactNode;
}

/** The page of an account that is suspended, for whoever has given everything that would open it. */
export function Suspended({ since, reason, contact, exportUntil, children }: SuspendedProps) {
  return (
    <Page title="Your account is suspended">
      <div className={column({ gap: "6" })}>
        <div className={column({ gap: "4" })}>
          <p className={text({ kind: "read" })}>
            Your account was suspended on {since}. {reason}
          </p>
          <p className={text({ kind: "read" })}>
            You cannot use your diary until this ends. Nothing in it was changed or deleted, and it is still backed up.
          </p>
          <p className={text({ kind: "read" })}>
            To ask about this, or for a copy of your data, email <a href={`mailto:${contact}`}>{contact}</a>. Setting a
            new password does not end the suspension.
          </p>
        </div>
        {exportUntil && (
          <section className={column({ gap: "4" })}>
            <h2>Save a copy of your data</h2>
            <p className={text({ kind: "read" })}>You can save these files until {exportUntil}.</p>
            {children}
          </section>
        )}
        <PostForm>
          <SubmitButton visual="normal">Leave this page</SubmitButton>
        </PostForm>
      </div>
    </Page>
  );
}
