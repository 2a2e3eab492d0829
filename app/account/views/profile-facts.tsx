import type { ReactNode } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, row } from "styled-system/recipes";
import { formatCounted } from "~/platform/time/counted";
import type { AddressWithStatus } from "../email/rules";
import { EmailStatus } from "../email/views/email-status";

interface ProfileFactsProps {
  username: string;
  addresses: readonly AddressWithStatus[];
  authenticator: boolean;
  passkeys: number;
}

/** The details of the account, each with a link to the page that changes it. */
export function ProfileFacts({ username, addresses, authenticator, passkeys }: ProfileFactsProps) {
  return (
    <dl className={facts}>
      <Fact term="Username">{username}</Fact>
      <Fact term="Email" path="/email/" change="Manage Email">
        {addresses.length === 0 && "No address"}
        {addresses.map(({ address, status }) => (
          <span key={address} className={row()}>
            {address} <EmailStatus status={status} />
          </span>
        ))}
      </Fact>
      <Fact term="Password" path="/password/change/" change="Change Password">
        Hidden
      </Fact>
      <Fact term="Second factor" path="/account/two_factor/" change="Two-Factor Authentication">
        {formatFactor(authenticator, passkeys)}
      </Fact>
    </dl>
  );
}

/** The user's own lists and settings that have separate pages. */
const OWN_LISTS: FactProps[] = [
  {
    ...{ term: "Case options", path: "/logbook/options/", change: "Your own options" },
    children: "Airway options and procedures that you added",
  },
  {
    ...{ term: "Payers", path: "/extras/payers/", change: "Your payers" },
    children: "Who pays you for additional paid work",
  },
  {
    ...{ term: "Rates", path: "/extras/rates/", change: "Your rates" },
    children: "Your rates for additional paid work",
  },
  {
    ...{ term: "Tax year", path: "/extras/#tax-year", change: "Additional Paid Work" },
    children: "Which date decides a fee’s tax year",
  },
  {
    ...{ term: "Leave", path: "/leave/settings/", change: "Leave settings" },
    children: "Entitlement, leave year, days or PAs",
  },
  {
    ...{ term: "Bank holidays", path: "/leave/bank_days/", change: "Your bank holidays" },
    children: "Days that you add or remove. All times are London time",
  },
];

/** @param keepsDiary whether the user's level includes the diary */
export function OwnPages({ keepsDiary }: { keepsDiary: boolean }) {
  return (
    <section aria-labelledby="own-pages" className={column({ gap: "3" })}>
      <h2 id="own-pages">More settings</h2>
      <dl className={facts}>
        {keepsDiary && OWN_LISTS.map((list) => <Fact key={list.path} {...list} />)}
        {keepsDiary && (
          <Fact term="Without signal" path="/logbook/no_signal/" change="No signal" newDocument>
            Log cases on this device without a connection
          </Fact>
        )}
        <Fact term="Your data" path="/mydata/" change="Your Data">
          Tables, exports, imports, backups, calendar feed, activity log
        </Fact>
        <Fact term="Your account" path="/delete_account/" change="Delete Your Data">
          With job plans, sessions and cases
        </Fact>
        <Fact term="Your rights" path="/privacy/" change="Privacy notice">
          What is kept, where, for how long, and who to ask for help
        </Fact>
        <Fact term="What we agreed" path="/terms/" change="Terms">
          What you can expect from Daybook, and it from you
        </Fact>
      </dl>
    </section>
  );
}

interface FactProps {
  term: string;
  children: ReactNode;
  path?: string;
  change?: string;
  /** The page has a script of its own. */
  newDocument?: boolean;
}

function Fact({ term, children, path, change, newDocument }: FactProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={css({ display: "grid", gap: "1" })}>{children}</dd>
      <dd>
        {path && (
          <Link to={path} reloadDocument={newDocument} className={link}>
            {change}
          </Link>
        )}
      </dd>
    </div>
  );
}

export function formatFactor(authenticator: boolean, passkeys: number): string {
  const count = formatCounted(passkeys, "passkey");
  if (authenticator) return passkeys > 0 ? `Authenticator app, ${count}` : "Authenticator app";
  return passkeys > 0 ? count : "None yet";
}

const link = css({ display: "inline-flex", alignItems: "center", minHeight: { base: "control", wide: "target" } });

const facts = css({
  borderTop: "line",
  maxWidth: "[760px]",
  "& > div": {
    borderBottom: "line",
    paddingBlock: "3",
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "160px minmax(0, 1fr) auto" },
    columnGap: "4",
    rowGap: "1",
    alignItems: "baseline",
  },
  "& dt": { color: "quiet" },
  "& dd": { overflowWrap: "anywhere" },
});
