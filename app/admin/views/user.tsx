import { css } from "styled-system/css";
import { column, row, table, tag, text } from "styled-system/recipes";
import { EmailStatus } from "~/account/email/views/email-status";
import { formatFactor } from "~/account/views/profile-facts";
import { formatLevel } from "~/admin/format";
import type { UserPage } from "~/admin/user.server";
import { upperFirst } from "~/platform/letter-case";
import { formatCounted } from "~/platform/time/counted";
import { SelectField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";

/** Facts of an account, and nothing of its diary. */
export function UserFacts(user: UserPage) {
  return (
    <table className={table()}>
      <tbody>
        <tr>
          <th scope="row">Name</th>
          <td className={anyWord}>{user.name}</td>
        </tr>
        <tr>
          <th scope="row">Email</th>
          <td className={anyWord}>
            {user.addresses.length === 0 && "No address"}
            {user.addresses.map(({ address, status }) => (
              <span key={address} className={row()}>
                {address} <EmailStatus status={status} />
              </span>
            ))}
          </td>
        </tr>
        <tr>
          <th scope="row">Level</th>
          <td>
            {user.level}: {formatLevel(user.level)}
          </td>
        </tr>
        {user.suspension && (
          <tr>
            <th scope="row">Suspension</th>
            <td>
              <span className={tag({ tone: "bad" })}>Suspended</span> since {user.suspension.since}
            </td>
          </tr>
        )}
        <tr>
          <th scope="row">Second factor</th>
          <td>
            {formatFactor(user.app, user.passkeys)}
            {(user.app || user.passkeys > 0) && `, ${formatCounted(user.codesLeft, "recovery code")} left`}{" "}
            {user.owesFactor && <span className={tag({ tone: "warn" })}>No access until there is one</span>}
          </td>
        </tr>
        <tr>
          <th scope="row">Account made</th>
          <td>{user.made}</td>
        </tr>
        <tr>
          <th scope="row">Last backup</th>
          <td>{user.backup ?? "None yet"}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** A name or an address may be one long word. */
const anyWord = css({ overflowWrap: "anywhere" });

interface UserActsProps {
  user: UserPage;
  levels: readonly string[];
  form: FormView;
}

/** Form for another level. Administrators cannot change their own. */
export function LevelForm({ user, levels, form }: UserActsProps) {
  return (
    <section className={column({ gap: "3" })}>
      <h2>Level</h2>
      {user.isSelf ? (
        <p className={text({ kind: "read" })}>
          This is your own account: ask another administrator to change its level.
        </p>
      ) : (
        <PostForm hidden={{ intent: "level", version: form.value("version") }} className={column({ gap: "3" })}>
          <SelectField
            form={form}
            name="level"
            label="New level"
            hint="Takes effect from their next page. An administrator has no access until they set up a second factor"
            choices={levels.map((value) => ({ value, label: `${value}: ${formatLevel(Number(value))}` }))}
            width="ch40"
          />
          <div className={row()}>
            <SubmitButton visual="normal">Change level</SubmitButton>
          </div>
        </PostForm>
      )}
    </section>
  );
}

/** Form that sends a new link, if an address waits for one. */
export function LinkForm({ user }: Pick<UserActsProps, "user">) {
  if (!user.mayBeSentLink) return null;
  return (
    <section className={column({ gap: "3" })}>
      <h2>Verification of the address</h2>
      <p className={text({ kind: "read" })}>The link works for 15 minutes. Any earlier link stops working.</p>
      <PostForm hidden={{ intent: "verification" }}>
        <SubmitButton visual="normal">Resend Verification</SubmitButton>
      </PostForm>
    </section>
  );
}

/** The user's logins, and a form that ends them. */
export function UserLogins({ user }: Pick<UserActsProps, "user">) {
  const others = user.logins.filter(({ isThis }) => !isThis);
  return (
    <section className={column({ gap: "3" })}>
      <h2 id="logins">Logins</h2>
      {user.logins.length === 0 ? (
        <p>No active logins.</p>
      ) : (
        <table className={table()} aria-labelledby="logins">
          <thead>
            <tr>
              <th scope="col">Browser</th>
              <th scope="col">Began</th>
              <th scope="col">Last used</th>
            </tr>
          </thead>
          <tbody>
            {user.logins.map(({ ref, browser, began, lastUsed, isThis }) => (
              <tr key={ref}>
                <td>
                  {browser}
                  {isThis && " (this browser)"}
                </td>
                <td>{upperFirst(began)}</td>
                <td>{upperFirst(lastUsed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {user.pendingLogins > 0 && (
        <p>
          {formatCounted(user.pendingLogins, "pending login")}: the password was right, and the code is not given yet.
        </p>
      )}
      {others.length + user.pendingLogins > 0 && (
        <PostForm hidden={{ intent: "logins" }}>
          <SubmitButton visual="danger">{user.isSelf ? "Log out everywhere else" : "End all logins"}</SubmitButton>
        </PostForm>
      )}
    </section>
  );
}
