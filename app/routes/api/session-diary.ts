import { requireLevelOfCall, worldOf } from "~/account/guard.server";
import { diaryCall } from "~/diary/cases/diary-call-form";
import { answerDiaryCall } from "~/diary/cases/diary-calls.server";
import { orLocked } from "~/diary/locks/locked.server";
import { requirePost } from "~/platform/http/csrf.server";
import {
  inJson,
  LARGE_BODY_BYTES,
  REFUSED,
  readJson,
  refuseAnswers,
  refuseMethod,
} from "~/platform/http/read-json.server";
import type { Route } from "./+types/session-diary";

export const loader = () => refuseMethod("POST");

/** All calls of the diary, by their `action` (specification section 7). */
export async function action(args: Route.ActionArgs) {
  await requirePost(args.request, worldOf(args).vault);
  const asked = requireLevelOfCall("diary", args);
  const call = await readJson(args.request, diaryCall, LARGE_BODY_BYTES, REFUSED);
  return inJson(async () => {
    const answer = await orLocked(answerDiaryCall(asked, call));
    return "errors" in answer ? refuseAnswers(answer.errors) : answer;
  });
}
