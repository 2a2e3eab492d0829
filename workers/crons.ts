import { z } from "zod";
import { sweepNames } from "~/account/directory/claims.server";
import type { JobContext } from "~/platform/context";
import { logError } from "~/platform/http/log";
import { MINUTE_MS } from "~/platform/time/durations";
import { DAILY, runDailyJobs, runEveryMinute } from "./jobs";
import { type Region, type Regions, regionOf } from "./regions";

/** Messages that a queue takes in one call. */
const MESSAGES_A_CALL = 100;
const RETRY_SECONDS = 5;

/** What a cron hands over for a region. `at` is when the cron ran, the same in each delivery. */
const sweepMessage = z.strictObject({ task: z.enum(["minute", "daily"]), region: z.string(), at: z.int() });
type Task = z.output<typeof sweepMessage>["task"];

const TASKS = { minute: runEveryMinute, daily: runDailyJobs };

/** What crons work with. */
export interface CronWorld {
  regions: Regions;
  sweeps: Pick<Queue, "sendBatch">;
  contextOf: (region: Region) => JobContext;
  clock: () => number;
  /** Whether the database of a region has the tables of this build; and whether the directory has them. */
  hasTables: (region: Region) => Promise<boolean>;
  hasDirectoryTables: () => Promise<boolean>;
  /** Looks at what must not be, and tells whoever runs Daybook. */
  watch: () => Promise<void>;
}

/**
 * Runs a cron. Of several regions each gets a message of its own, and is swept in an invocation of its own: what one
 * costs is no other's. See docs/decisions/0028-a-message-for-each-region.md.
 */
export async function runCron(cron: string, world: CronWorld): Promise<void> {
  const task = cron === DAILY ? "daily" : "minute";
  // First, while it can be told when the crons last ran.
  if (task === "minute") await world.watch().catch(logError);
  const at = world.clock();
  if (world.regions.length === 1 || !(await handOver(task, at, world))) await sweepHere(task, at, world);
  if (task === "minute") await settleLeftNames(world).catch(logError);
}

/** @returns false where the queue did not take all messages: a region that is swept twice loses nothing */
async function handOver(task: Task, at: number, { regions, sweeps }: CronWorld): Promise<boolean> {
  const messages = regions.map(({ code }) => ({ body: { task, region: code, at } }));
  try {
    for (let from = 0; from < messages.length; from += MESSAGES_A_CALL) {
      await sweeps.sendBatch(messages.slice(from, from + MESSAGES_A_CALL));
    }
    return true;
  } catch (error) {
    logError(error);
    return false;
  }
}

/**
 * Sweeps all regions in this invocation, one after the other, each minute beginning with another one: of very many the
 * last might never have their turn.
 */
async function sweepHere(task: Task, at: number, world: CronWorld): Promise<void> {
  const first = Math.floor(at / MINUTE_MS) % world.regions.length;
  for (const region of [...world.regions.slice(first), ...world.regions.slice(0, first)]) {
    await sweepRegion(task, region, at, world).catch(logError);
  }
}

/** A region with older tables than this build needs is left out. */
async function sweepRegion(task: Task, region: Region, at: number, world: CronWorld): Promise<void> {
  if (await world.hasTables(region)) await TASKS[task](world.contextOf(region), world.clock, at);
}

/** Sweeps the regions of a batch of messages. A message of another form, or of a region that is gone, is logged and dropped. */
export async function runSweepMessages(batch: Pick<MessageBatch, "messages">, world: CronWorld): Promise<void> {
  for (const message of batch.messages) {
    const { data } = sweepMessage.safeParse(message.body);
    const region = regionOf(world.regions, data?.region);
    try {
      if (data && region) await sweepRegion(data.task, region, data.at, world);
      else logError(new Error("A message of the sweeps has another form, or a region that is not in the settings"));
      message.ack();
    } catch (error) {
      logError(error);
      message.retry({ delaySeconds: RETRY_SECONDS });
    }
  }
}

async function settleLeftNames(world: CronWorld): Promise<void> {
  if (!(await world.hasDirectoryTables())) return;
  const { regions, contextOf, hasTables } = world;
  await sweepNames(contextOf(regions[0]), async (code) => {
    const region = regionOf(regions, code);
    return region && (await hasTables(region)) ? contextOf(region) : null;
  });
}
