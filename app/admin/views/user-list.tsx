import { column, row, tag } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { Line, LineLink, LineList } from "~/ui/layout/line-list";
import type { ListedUser, PageOfUsers } from "../users.server";

const HERE = "/admin/users/";

/** Form that finds users. The words are posted, since an address must not contain a person's name. */
export function FindUsers({ form, isFound }: { form: FormView; isFound: boolean }) {
  return (
    <search>
      <PostForm action={HERE} className={column({ gap: "3" })}>
        <TextField
          form={form}
          name="find"
          label="Find a user"
          hint="Part of a username, a name or an email address, verified or not"
          width="ch40"
        />
        <div className={row()}>
          <SubmitButton>Find</SubmitButton>
          {isFound && <LinkButton to={HERE}>Show all users</LinkButton>}
        </div>
      </PostForm>
    </search>
  );
}

interface UserListProps extends PageOfUsers {
  /** The words that were searched for; empty: all users. */
  find: string;
}

export function UserList({ users, next, find }: UserListProps) {
  if (users.length === 0) return <p>{find === "" ? "No more users." : "Nobody found."}</p>;
  return (
    <div className={column({ gap: "4" })}>
      <LineList>
        {users.map((user) => (
          <Line key={user.ref} heading={<UserHeading user={user} />} facts={factsOf(user)} />
        ))}
      </LineList>
      {next !== null && <NextPage find={find} next={next} />}
    </div>
  );
}

function UserHeading({ user: { ref, username, level, address, verified, suspended } }: { user: ListedUser }) {
  return (
    <div className={row()}>
      <LineLink to={userPath(ref)}>{username}</LineLink>
      <span className={tag()}>Level {level}</span>
      {suspended && <span className={tag({ tone: "bad" })}>Suspended</span>}
      {address !== null && !verified && <span className={tag({ tone: "warn" })}>Not verified</span>}
    </div>
  );
}

function factsOf({ name, address, made, lastSeen }: ListedUser): string {
  const seen = lastSeen === null ? "no login kept" : `last seen ${lastSeen}`;
  return [name, address ?? "no address", `since ${made}`, seen].filter(Boolean).join(" · ");
}

function NextPage({ find, next }: { find: string; next: string }) {
  if (find === "") {
    return (
      <p>
        <LinkButton to={`${HERE}?after=${next}`}>Next page</LinkButton>
      </p>
    );
  }
  return (
    <PostForm action={HERE} hidden={{ find, after: next }}>
      <SubmitButton visual="normal">Next page</SubmitButton>
    </PostForm>
  );
}

/** Link to the page of a user. @param userRef empty if the account was deleted */
export function UserLink({ userRef, name }: { userRef: string; name: string }) {
  return userRef === "" ? name : <a href={userPath(userRef)}>{name}</a>;
}

export function userPath(userRef: string): string {
  return pathTo("/admin/users/:userRef/", { userRef });
}
