import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { upperFirst } from "~/platform/letter-case";
import { formatNumber } from "~/platform/time/counted";
import { Fold } from "~/ui/layout/fold";
import { Line, LineLink, LineList } from "~/ui/layout/line-list";
import type { Overview } from "../overview.server";

interface YourDataProps {
  data: Overview;
  /** Whether the account has a diary at all. */
  hasDiary: boolean;
}

/** The page Your Data: what Daybook holds for the user, and what can be done with it. */
export function YourData({ data, hasDiary }: YourDataProps) {
  return (
    <div className={column({ gap: "6" })}>
      <section aria-labelledby="held" className={column({ gap: "3" })}>
        <h2 id="held">What Daybook holds for you</h2>
        <dl className={facts}>
          {data.counts.map(({ table, n, name }) => (
            <Fact key={table} name={upperFirst(name)} value={formatNumber(n)} />
          ))}
          <Fact name="Sessions from" value={data.range ?? "None yet"} />
          <Fact name="Stored in" value={data.place} />
          <Fact name="Storage used" value={upperFirst(data.storage)} />
          <Fact
            name="Last backup"
            value={data.backup ? upperFirst(data.backup) : "None yet. Made each night after a change"}
          />
          <Fact name="Last export of everything" value={data.exported ? upperFirst(data.exported) : "Never"} />
        </dl>
        {!data.isConfirmed && (
          <p className={text({ kind: "hint" })}>
            Once you confirm your email address, your account holds 500 MB and you can import files:{" "}
            <Link to="/email/">Manage Email</Link>.
          </p>
        )}
      </section>
      <section aria-labelledby="acts" className={column({ gap: "2" })}>
        <h2 id="acts">{hasDiary ? "Export or delete" : "Delete"}</h2>
        <LineList>
          {hasDiary && (
            <DataLink
              to="/mydata/export/"
              name="Export everything"
              message="One JSON file, tables for a spreadsheet, or a calendar. You’ll need your password"
            />
          )}
          <DataLink
            to="/delete_account/"
            name="Delete Your Data"
            message="Your account and everything in it. Export first"
          />
        </LineList>
      </section>
      <Fold title={hasDiary ? "Import backup, tables and more" : "Activity"}>
        <LineList>
          {hasDiary && (
            <>
              <DataLink to="/mydata/import/" name="Import backup" message="A JSON file exported by Daybook" />
              <DataLink
                to="/mydata/session_data/"
                name="Session data"
                message="All sessions as a table: sort, filter, check for errors, change many at once"
              />
              <DataLink
                to="/mydata/case_data/"
                name="Case data"
                message="All cases as a table: sort, filter, check for errors, change many at once"
              />
              <DataLink
                to="/mydata/feed/"
                name="Calendar feed"
                message="Sessions and leave in your calendar app, by a secret address"
              />
            </>
          )}
          {hasDiary && data.hasOtherRegions && (
            <DataLink to="/mydata/move/" name="Move to another region" message="Export here, import there" />
          )}
          <DataLink to="/mydata/activity/" name="Activity log" message="Logins, exports and security changes" />
        </LineList>
      </Fold>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={`${column({ gap: "0" })} ${fact}`}>
      <dt className={text({ kind: "quiet" })}>{name}</dt>
      <dd className={text({ kind: "strong" })}>{value}</dd>
    </div>
  );
}

function DataLink({ to, name, message }: { to: string; name: string; message: string }) {
  return <Line heading={<LineLink to={to}>{name}</LineLink>} facts={message} />;
}

const facts = css({
  display: "grid",
  gap: "3",
  margin: "0",
  gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "repeat(3, minmax(0, 1fr))" },
});

const fact = css({ "& dd": { margin: "0" } });
