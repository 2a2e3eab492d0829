import { pathTo } from "~/platform/http/path-to";

interface UserLinkProps {
  /** Empty where the account is gone. */
  userRef: string;
  name: string;
}

/** To the page of a user. */
export function UserLink({ userRef, name }: UserLinkProps) {
  return userRef === "" ? name : <a href={userPath(userRef)}>{name}</a>;
}

export function userPath(userRef: string): string {
  return pathTo("/admin/users/:userRef/", { userRef });
}
