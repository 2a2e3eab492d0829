import { logError } from "~/platform/http/error-log";
import type { Jobs } from "~/platform/http/jobs";

export function openQueue(env: Env, execution: Pick<ExecutionContext, "waitUntil">): Jobs {
  const send: Jobs["send"] = async (job, delaySeconds = 0) => {
    await env.JOBS.send(job, { delaySeconds });
  };
  return { send, nudge: (job, delaySeconds) => execution.waitUntil(send(job, delaySeconds).catch(logError)) };
}
