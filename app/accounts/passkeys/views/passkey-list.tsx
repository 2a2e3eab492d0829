import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import { LinkButton } from "~/ui/button";

interface ListedPasskey {
  ref: string;
  name: string;
  created: string;
  lastUsed: string | null;
}

/** The passkeys of the user, each with a way to rename or remove it. */
export function PasskeyList({ passkeys }: { passkeys: ListedPasskey[] }) {
  return (
    <section className={column({ gap: "3" })}>
      <div className={row({ spread: true, gap: "4" })}>
        <h2>Passkeys</h2>
        <LinkButton to="/account/two_factor/passkey/new/">Add a passkey</LinkButton>
      </div>
      {passkeys.length === 0 ? (
        <p className={quiet}>
          None yet. A passkey logs you in with the fingerprint, face or PIN of your device: there is no password to
          type, and nothing for a fake page to steal.
        </p>
      ) : (
        <ul className={list}>
          {passkeys.map(({ ref, name, created, lastUsed }) => (
            <li key={ref} className={item}>
              <div className={facts}>
                <h3>{name}</h3>
                <p className={text({ kind: "hint" })}>
                  Created {created} · {lastUsed ? `last used ${lastUsed}` : "not used yet"}
                </p>
              </div>
              <LinkButton to={`/account/two_factor/passkey/${ref}/`}>
                <span>
                  Rename or remove<span className={css({ srOnly: true })}> {name}</span>
                </span>
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const quiet = css({ color: "quiet", maxWidth: "read" });

/** A long name wraps, wherever it must. */
const facts = css({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: "1",
  minWidth: "0",
  flex: "[1 1 320px]",
  overflowWrap: "anywhere",
});

const list = css({ listStyleType: "none", padding: "0", margin: "0", borderTop: "ink" });

const item = css({
  position: "relative",
  display: "flex",
  flexWrap: "wrap",
  gap: "3",
  alignItems: "center",
  justifyContent: "space-between",
  borderBottom: "line",
  paddingBlock: "3",
});
