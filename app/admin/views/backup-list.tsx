import { css } from "styled-system/css";
import { column, row, table, tag } from "styled-system/recipes";
import { formatCounted } from "~/platform/time/counted";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Icon } from "~/ui/layout/icon";
import { Line, LineList } from "~/ui/layout/line-list";
import type { BackupPage } from "../backups.server";
import { UserLink } from "./user-list";

/** Backups that failed, each with a button to try it again, and the totals of each day. */
export function BackupList({ due, dueSince, failed, list, days }: BackupPage) {
  return (
    <div className={column({ gap: "6" })}>
      <p>
        {due === 0
          ? "Nobody's rows have changed since their last backup."
          : `${formatCounted(due, "user")} changed rows since their last backup, the first ${dueSince}. The next run backs them up.`}
      </p>
      <section className={column({ gap: "2" })}>
        <h2>{failed === 0 ? "No backup has failed" : `${formatCounted(failed, "backup")} failed`}</h2>
        {list.length > 0 && <FailingBackups list={list} />}
      </section>
      <section className={column({ gap: "2" })}>
        <h2 id="days">Stored backups</h2>
        {days.length === 0 ? <p>None yet.</p> : <Days days={days} />}
      </section>
    </div>
  );
}

/** Backups that failed after all tries have a button; the others are tried again without it. */
function FailingBackups({ list }: Pick<BackupPage, "list">) {
  return (
    <LineList>
      {list.map((backup) => (
        <Line key={backup.ref} heading={<FailingBackupHeading {...backup} />} facts={factsOf(backup)}>
          {backup.again === null && (
            <PostForm hidden={{ backup: backup.ref }}>
              <SubmitButton visual="normal">
                Try again
                <span className={css({ srOnly: true })}>
                  : {backup.user.name}, {backup.day}
                </span>
              </SubmitButton>
            </PostForm>
          )}
        </Line>
      ))}
    </LineList>
  );
}

type Backup = BackupPage["list"][number];

function FailingBackupHeading({ user, again }: Backup) {
  return (
    <div className={row()}>
      <h3>
        <UserLink userRef={user.ref} name={user.name} />
      </h3>
      <span className={again === null ? tag({ tone: "bad" }) : tag({ tone: "warn" })}>
        <Icon name={again === null ? "problem" : "waiting"} size={13} /> {again === null ? "Failed" : "Not made yet"}
      </span>
    </div>
  );
}

function factsOf({ day, attempts, again }: Backup): string {
  const tried = attempts === 1 ? "tried once" : `tried ${attempts} times`;
  return `${day} · ${tried}${again === null ? "" : ` · again from ${again}, unless it is made by then`}`;
}

function Days({ days }: Pick<BackupPage, "days">) {
  return (
    <table className={table()} aria-labelledby="days">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" className="r">
            Made
          </th>
          <th scope="col" className="r">
            Waiting
          </th>
          <th scope="col" className="r">
            Failed
          </th>
          <th scope="col" className="r">
            Size
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, made, waiting, failed, size }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td className="r">{made}</td>
            <td className="r">{waiting}</td>
            <td className="r">{failed}</td>
            <td className="r">{size}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
