import type { JobContext } from "~/platform/context";
import { openFormStore, openMailer, openQueue, vaultOf } from "./bindings";
import type { CronWorld } from "./crons";
import { watchForMatters } from "./health";
import { hasTables } from "./old-tables";
import { bindingOf, databaseOf } from "./regions";
import { readClock, readSite } from "./settings";

/** What the crons work with. */
export function cronWorldOf(env: Env, execution: ExecutionContext): CronWorld {
  const app = jobContextOf(env, execution);
  return {
    app,
    clock: () => readClock(env),
    hasTables: () => hasTables(bindingOf(env)),
    watch: () => watchForMatters(app, env),
  };
}

/** What a message of the queue works with. */
export function jobContextOf(env: Env, execution: Pick<ExecutionContext, "waitUntil">): JobContext {
  const site = readSite(env);
  return {
    db: databaseOf(env),
    vault: vaultOf(env),
    now: readClock(env),
    site,
    jobs: openQueue(env, execution),
    mailer: openMailer(env),
    forms: openFormStore(env),
    objects: env.OBJECTS,
    lockedDays: site.lockedDays,
  };
}
