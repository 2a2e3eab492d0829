import { css } from "styled-system/css";
import { text } from "styled-system/recipes";
import type { AddressWithStatus, EmailOnFile, EmailStatus as Status } from "../rules";
import { EmailStatus } from "./email-status";

/** The address on file and, while a change waits, the new one; each with its status. */
export function EmailAddresses({ email: { current, waiting } }: { email: EmailOnFile }) {
  if (!current) {
    return (
      <div className={column}>
        <p>
          There is no email address on file. Without one a forgotten password cannot be reset: add one with Change
          Email.
        </p>
        <p>
          <EmailStatus status="none" />
        </p>
      </div>
    );
  }
  return (
    <div className={column}>
      <dl className={list}>
        <Address name={waiting ? "Current address" : "Email address"} {...current} />
        {waiting && <Address name="New address" {...waiting} />}
      </dl>
      <Explanation asked={waiting ?? current} kept={waiting ? current.address : null} />
    </div>
  );
}

function Address({ name, address, status }: AddressWithStatus & { name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={css({ fontWeight: "strong", overflowWrap: "anywhere" })}>{address}</span>
        <EmailStatus status={status} />
      </dd>
    </div>
  );
}

/** What to do next, in words. */
function Explanation({ asked, kept }: { asked: AddressWithStatus; kept: string | null }) {
  const next = NEXT[asked.status];
  if (!next) return null;
  return (
    <p className={text({ kind: "read" })}>
      {next}
      {kept && ` Until the new address is verified we write to ${kept}.`}
    </p>
  );
}

const NEXT: Partial<Record<Status, string>> = {
  pending: "Open the link in our email, and look in the junk folder too. The link works for 15 minutes.",
  expired: "The link works for 15 minutes, and this one has run out. Send a new one with Resend Verification.",
  failed:
    "We could not deliver to this address. Check its spelling, and enter it again or another one with Change Email.",
  none: "Send a link to this address to show that it is yours.",
};

const column = css({ display: "grid", gap: "4", maxWidth: "dialog" });

const list = css({
  margin: "0",
  borderTop: "ink",
  "& > div": {
    display: "grid",
    gridTemplateColumns: { base: "1fr", wide: "160px 1fr" },
    columnGap: "4",
    rowGap: "1",
    alignItems: "baseline",
    paddingBlock: "4",
    borderBottom: "line",
  },
  "& dt": { color: "quiet", fontSize: "sm", lineHeight: "body" },
  "& dd": { margin: "0", display: "grid", gap: "2", justifyItems: "start" },
});
