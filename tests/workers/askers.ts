import { eq } from "drizzle-orm";
import { ADMIN_LEVEL } from "~/account/levels";
import { users } from "~/account/table.server";
import { db, makeUser, NOW, signInAs } from "../support/harness";
import { beginPassAs, suspendUser } from "../support/suspension";
import { addTotp, beginPendingLoginAs } from "../support/two-factor";
import { type Diary, makeWholeDiary } from "../support/valid-forms";

interface Asker {
  make(): Promise<{ diary: Diary; cookie: string }>;
  /** What they get of their logbook, and for a session that they add, where the address is spelt right. */
  gets: [string, string];
}

const SENT_TO_LOG_IN: Asker["gets"] = ["302 /login/", "302 /login/"];

/** Everybody who asks, by what they may; each has a diary, though not everybody gets it. */
export const ASKERS: Record<string, Asker> = {
  nobody: {
    gets: SENT_TO_LOG_IN,
    make: async () => ({ ...(await makeAccount()), cookie: "" }),
  },
  "whoever owes a second factor": {
    gets: SENT_TO_LOG_IN,
    async make() {
      const { diary } = await makeAccount();
      await addTotp(diary.user.unique_ref);
      return { diary, cookie: await beginPendingLoginAs(diary.user.unique_ref) };
    },
  },
  "whoever is suspended": {
    gets: SENT_TO_LOG_IN,
    async make() {
      const { diary } = await makeAccount();
      await suspendUser(diary.user, NOW + 86_400_000);
      return { diary, cookie: await beginPassAs(diary.user.unique_ref) };
    },
  },
  "an administrator without a second factor": {
    gets: ["302 /account/two_factor/", "302 /account/two_factor/"],
    make: () => makeAccount(ADMIN_LEVEL),
  },
  "whoever has not accepted the terms": {
    // What is sent is let through, so that no form is lost.
    gets: ["302 /terms/", "500, and payers would be written"],
    async make() {
      const asker = await makeAccount();
      await db.update(users).set({ terms_version: 1 }).where(eq(users.id, asker.diary.user.id));
      return asker;
    },
  },
  "an account": {
    gets: ["200", "500, and payers would be written"],
    make: () => makeAccount(),
  },
  "a full account": {
    gets: ["200", "422"],
    async make() {
      const asker = await makeAccount();
      const full = { counted_rows: 1_000_000, counted_bytes: 1_000, counted_at: NOW };
      await db.update(users).set(full).where(eq(users.id, asker.diary.user.id));
      return asker;
    },
  },
};

async function makeAccount(level = 9) {
  const diary = await makeWholeDiary(await makeUser(level));
  return { diary, cookie: await signInAs(diary.user.unique_ref) };
}
