import { column, row, text } from "styled-system/recipes";
import type { UserPage } from "~/admin/user.server";
import { SelectField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";

interface SuspensionFormsProps {
  user: UserPage;
  reasons: readonly { value: string; label: string }[];
  form: FormView;
}

/** Forms that suspend an account, lift the suspension, and let its owner save a copy of the data meanwhile. */
export function SuspensionForms({ user, reasons, form }: SuspensionFormsProps) {
  return (
    <section className={column({ gap: "3" })}>
      <h2>Suspension</h2>
      {!user.addresses.some(({ status }) => status === "verified") && !user.isSelf && (
        <p className={text({ kind: "read" })}>
          No address of this user is verified, so they get no email about what you do here.
        </p>
      )}
      {user.isSelf ? (
        <p className={text({ kind: "read" })}>This is your own account: ask another administrator to suspend it.</p>
      ) : user.suspension ? (
        <LiftForms {...user.suspension} version={form.value("version")} />
      ) : (
        <PostForm hidden={{ intent: "suspend", version: form.value("version") }} className={column({ gap: "3" })}>
          <SelectField
            form={form}
            name="reason"
            label="Reason"
            hint="The user is told it by email. All their logins, links in emails and the calendar feed end. Their diary stays, and is backed up"
            blank="Choose a reason"
            choices={reasons}
            width="ch40"
          />
          <div className={row()}>
            <SubmitButton visual="danger">Suspend account</SubmitButton>
          </div>
        </PostForm>
      )}
    </section>
  );
}

function LiftForms({ since, reason, exportUntil, version }: NonNullable<UserPage["suspension"]> & { version: string }) {
  return (
    <>
      <p className={text({ kind: "read" })}>
        Suspended since {since}. {reason}.
      </p>
      <p className={text({ kind: "read" })}>
        {exportUntil
          ? `The user can save a copy of their data until ${exportUntil}.`
          : "If the user asks for their data, let them save a copy for 7 days. They log in, and see the files and nothing else. If somebody else may know the password, ask the user to set a new one first."}
      </p>
      <div className={row()}>
        <PostForm hidden={{ intent: "lift", version }}>
          <SubmitButton visual="normal">Lift the suspension</SubmitButton>
        </PostForm>
        <PostForm hidden={{ intent: "export", version }}>
          <SubmitButton visual="normal">
            {exportUntil ? "Allow 7 days from now" : "Allow a copy of the data"}
          </SubmitButton>
        </PostForm>
      </div>
    </>
  );
}
