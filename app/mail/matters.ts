import { formatCounted } from "~/platform/time/counted";

/** What must not be, of which whoever runs Daybook is told. */
export type MatterKind = "backups" | "daily-cron" | "dead-jobs" | "late-mail" | "filling";

interface Words {
  /** The subject, which goes on with the place. */
  title: string;
  /** @param n how many, or how long, in the unit of these words */
  message: (n: number) => string;
  todo: string;
  /** The page of the Admin Panel that shows it. */
  page?: string;
}

/** More of a kind are not counted. */
export const MAX_COUNTED = 100;

/** `1 job`, `99 jobs`, `100 or more jobs`. */
function formatMost(n: number, one: string): string {
  return n < MAX_COUNTED ? formatCounted(n, one) : `${MAX_COUNTED} or more ${one}s`;
}

export const MATTERS: Record<MatterKind, Words> = {
  "daily-cron": {
    title: "the daily task failed or is late",
    message: (n) => {
      const hours = Math.floor(n / 60);
      if (hours < 26)
        return "The task of 03:00 UTC failed, or did not end. It is tried again by itself, up to every hour.";
      return `The task of 03:00 UTC has not begun for ${formatCounted(hours, "hour")}.`;
    },
    todo: "Backups are planned by it. The log says what failed. If it never began, look at the Worker’s cron triggers. Cloudflare’s status page says whether the fault is there.",
  },
  backups: {
    title: "backups of last night are missing",
    message: (n) => `${formatMost(n, "account")} could not be backed up last night.`,
    todo: "Each account keeps its last backup, and the next night tries again. The log says what failed. You can try them again here:",
    page: "/admin/jobs/",
  },
  "dead-jobs": {
    title: "jobs have failed",
    message: (n) => `${formatMost(n, "job")} failed each time, and nobody tried again.`,
    todo: "The log says what failed. Once the cause is gone, try them again here:",
    page: "/admin/jobs/",
  },
  "late-mail": {
    title: "emails are late",
    message: (n) => `${formatMost(n, "email")} could not be sent for more than 10 minutes.`,
    todo: "New users and forgotten passwords wait for them. Look at the queue and at email sending. How many wait, and those that failed, are here:",
    page: "/admin/jobs/",
  },
  filling: {
    title: "a database is filling",
    message: (n) =>
      `It is ${n} % full: of the 10 GB that a database can hold, or of the users that its settings allow.`,
    todo: "At 85 % of 10 GB, or at the users that its settings allow, it takes no new users. Whoever has an account goes on as before. How to add a region is in docs/operations.md, under Regions. The Admin Panel shows the size and the users:",
    page: "/admin/",
  },
};
