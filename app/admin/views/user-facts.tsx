import { css } from "styled-system/css";
import { row, table, tag } from "styled-system/recipes";
import { EmailStatus } from "~/account/email/views/email-status";
import { formatFactor } from "~/account/views/profile-facts";
import { countOf, formatLevel } from "~/admin/format";
import type { UserPage } from "../user.server";

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
        <tr>
          <th scope="row">Second factor</th>
          <td>
            {formatFactor(user.app, user.passkeys)}
            {(user.app || user.passkeys > 0) && `, ${countOf(user.codesLeft, "recovery code")} left`}{" "}
            {user.owesFactor && <span className={tag({ tone: "warn" })}>Opens nothing until there is one</span>}
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
