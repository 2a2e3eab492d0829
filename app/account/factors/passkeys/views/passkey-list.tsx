import { css } from "styled-system/css";
import { column, row } from "styled-system/recipes";
import type { TwoFactorPage } from "~/account/factors/page.server";
import { pathTo } from "~/platform/http/path-to";
import { LinkButton } from "~/ui/layout/button";
import { Line, LineList } from "~/ui/layout/line-list";

/** The passkeys of the user, each with a way to rename or remove it. */
export function PasskeyList({ passkeys, mayChange }: Pick<TwoFactorPage, "passkeys" | "mayChange">) {
  return (
    <section className={column({ gap: "3" })}>
      <div className={row({ spread: true, gap: "4" })}>
        <h2>Passkeys</h2>
        {mayChange && <LinkButton to="/account/two_factor/passkey/new/">Add a passkey</LinkButton>}
      </div>
      {passkeys.length === 0 ? (
        <p className={quiet}>
          None yet. A passkey logs you in with your device’s fingerprint, face or PIN: no password to type, and nothing
          for a fake page to steal.
        </p>
      ) : (
        <LineList>
          {passkeys.map(({ ref, name, created, lastUsed }) => (
            <Line
              key={ref}
              heading={<h3>{name}</h3>}
              facts={`Created ${created} · ${lastUsed ? `last used ${lastUsed}` : "not used yet"}`}
            >
              {mayChange && (
                <LinkButton to={pathTo("/account/two_factor/passkey/:passkeyRef/", { passkeyRef: ref })}>
                  <span>
                    Rename or remove<span className={css({ srOnly: true })}> {name}</span>
                  </span>
                </LinkButton>
              )}
            </Line>
          ))}
        </LineList>
      )}
    </section>
  );
}

const quiet = css({ color: "quiet", maxWidth: "read" });
