import { column, row, table, text } from "styled-system/recipes";
import { countOf, formatLevel } from "~/admin/format";
import { SubmitButton } from "~/ui/button";
import { SelectField } from "~/ui/choice-fields";
import type { FormView } from "~/ui/form-state";
import { PostForm } from "~/ui/post-form";
import type { UserPage } from "../user.server";

interface UserActsProps {
  user: UserPage;
  levels: readonly string[];
  form: FormView;
}

/** Another level. One's own is another administrator's business. */
export function LevelForm({ user, levels, form }: UserActsProps) {
  return (
    <section className={column({ gap: "3" })}>
      <h2>Level</h2>
      {user.isSelf ? (
        <p className={text({ kind: "read" })}>
          This is your own account: ask another administrator to change its level.
        </p>
      ) : (
        <PostForm hidden={{ act: "level", version: form.value("version") }} className={column({ gap: "3" })}>
          <SelectField
            form={form}
            name="level"
            label="New level"
            hint="Counts from their next page on. An administrator opens nothing until they have a second factor."
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

/** A new link, as long as an address waits for one. */
export function LinkForm({ user }: Pick<UserActsProps, "user">) {
  if (!user.mayBeSentLink) return null;
  return (
    <section className={column({ gap: "3" })}>
      <h2>Verification of the address</h2>
      <p className={text({ kind: "read" })}>The link works for 15 minutes, and ends the one before it.</p>
      <PostForm hidden={{ act: "verification" }}>
        <SubmitButton visual="normal">Resend Verification</SubmitButton>
      </PostForm>
    </section>
  );
}

/** Where they are logged in, and the end of it. */
export function UserLogins({ user }: Pick<UserActsProps, "user">) {
  const others = user.logins.filter(({ isThis }) => !isThis);
  return (
    <section className={column({ gap: "3" })}>
      <h2 id="logins">Logins</h2>
      {user.logins.length === 0 ? (
        <p>None that has not run out.</p>
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
                <td>{began}</td>
                <td>{lastUsed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {user.pendingLogins > 0 && (
        <p>{countOf(user.pendingLogins, "pending login")}: the password was right, and the code is not given yet.</p>
      )}
      {others.length + user.pendingLogins > 0 && (
        <PostForm hidden={{ act: "logins" }}>
          <SubmitButton visual="danger">{user.isSelf ? "End all others" : "End all logins"}</SubmitButton>
        </PostForm>
      )}
    </section>
  );
}
