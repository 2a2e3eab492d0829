import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, row, table } from "styled-system/recipes";
import { LinkButton } from "~/ui/button";

interface ListedPasskey {
  ref: string;
  name: string;
  created: string;
  lastUsed: string | null;
}

/** The passkeys of the user, each with a way to rename or remove it. */
export function PasskeyTable({ passkeys }: { passkeys: ListedPasskey[] }) {
  return (
    <section className={column({ gap: "3" })}>
      <div className={row({ spread: true, gap: "4" })}>
        <h2>Passkeys</h2>
        <LinkButton to="/account/two_factor/passkey/new/">Add a passkey</LinkButton>
      </div>
      {passkeys.length === 0 ? (
        <p className={quiet}>
          None yet. With a passkey you log in by fingerprint, face or PIN of your device: no password to type, and
          nothing that a false page could ask you for.
        </p>
      ) : (
        <div className={css({ overflowX: "auto" })}>
          <table className={table()}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Created</th>
                <th scope="col">Last used</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {passkeys.map(({ ref, name, created, lastUsed }) => (
                <tr key={ref}>
                  <th scope="row">{name}</th>
                  <td>{created}</td>
                  <td>{lastUsed ?? "never"}</td>
                  <td className="r">
                    <Link to={`/account/two_factor/passkey/${ref}/`}>
                      Rename or remove<span className={css({ srOnly: true })}> {name}</span>
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const quiet = css({ color: "quiet", maxWidth: "read" });
