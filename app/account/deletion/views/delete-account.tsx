import { useState } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { PasswordAndCode } from "~/account/factors/views/code-field";
import { formatCounted } from "~/platform/time/counted";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage, Page } from "~/ui/layout/page";

interface DeleteYourDataProps {
  form: FormView;
  holds: { plans: number; sessions: number; cases: number };
  asksCode: boolean;
  /** Reference of this deletion, for a hidden field. */
  deletion: string;
  /** Where Cancel leads. */
  home: string;
}

/** The page of specification 2.8, before the deletion. */
export function DeleteYourData({ form, holds, asksCode, deletion, home }: DeleteYourDataProps) {
  const [sent, setSent] = useState(false);
  return (
    <DialogPage
      title="Delete Your Data"
      form={form}
      back={home}
      footer={
        <SubmitButton form="delete" visual="danger" disabledBy={sent ? "deleting" : undefined}>
          Delete
        </SubmitButton>
      }
    >
      <PostForm
        id="delete"
        newDocument
        hidden={{ deletion }}
        className={column({ gap: "5" })}
        onSend={() => setSent(true)}
      >
        <WhatIsDeleted {...holds} />
        <PasswordAndCode form={form} asksCode={asksCode} />
        <p id="deleting" role="status" className={text({ kind: "small" })}>
          {sent && "Deleting your data…"}
        </p>
      </PostForm>
    </DialogPage>
  );
}

function WhatIsDeleted({ plans, sessions, cases }: DeleteYourDataProps["holds"]) {
  return (
    <div className={column({ gap: "4" })}>
      <p>
        This deletes your account and everything in it, at once:{" "}
        <strong>
          {together(plans, "job plan")}, {together(sessions, "session")} and {together(cases, "case")}
        </strong>{" "}
        with all their notes, your passkeys, your two-factor settings and every login. You cannot undo it.
      </p>
      <div className={column({ gap: "1" })}>
        <h2 className={css({ fontSize: "h3" })}>What stays, and for how long</h2>
        <ul className={list}>
          <li>
            For 30 days the whole database can be restored to an earlier state after a fault, and your data is part of
            it. After that it is gone from there too.
          </li>
          <li>One line that says that an account was deleted, and when. It names nobody.</li>
          <li>If your email address is verified: the email that tells you so, until it is sent.</li>
        </ul>
      </div>
    </div>
  );
}

/** The login was deleted with the other data. */
export function DataDeleted() {
  return (
    <Page title="Data Deleted">
      <p>All your data has been deleted.</p>
      <p>
        <Link to="/">Go to the main page</Link>
      </p>
    </Page>
  );
}

export function DeletionFailed() {
  return (
    <Page title="Something has gone wrong....">
      <p>Nothing was deleted. All your data is as it was. Use the menu above to continue, or try again.</p>
    </Page>
  );
}

function together(count: number, noun: string): string {
  return formatCounted(count, noun).replace(" ", "\u00a0");
}

const list = css({
  listStyleType: "disc",
  paddingLeft: "5",
  display: "grid",
  gap: "1",
  maxWidth: "read",
  textWrap: "[pretty]",
});
