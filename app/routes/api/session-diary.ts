import { appContextOf, requireLevelOfCall } from "~/account/guard.server";
import { answerDiaryCall } from "~/diary/calls/answer.server";
import { diaryCall } from "~/diary/calls/diary-call-form";
import { refuseIfLocked } from "~/diary/locks/locked.server";
import { requirePost } from "~/platform/http/csrf.server";
import {
  LARGE_BODY_BYTES,
  REFUSED,
  readJson,
  refuseAnswers,
  refuseMethod,
  withJsonErrors,
} from "~/platform/http/read-json.server";
import type { Route } from "./+types/session-diary";

export const loader = () => refuseMethod("POST");

/** All calls of the diary, by their `action` (specification section 7). */
export async function action(args: Route.ActionArgs) {
  await requirePost(args.request, appContextOf(args).vault);
  const context = requireLevelOfCall("diary", args);
  const call = await readJson(args.request, diaryCall, LARGE_BODY_BYTES, REFUSED);
  return withJsonErrors(async () => {
    const answer = await refuseIfLocked(answerDiaryCall(context, call));
    return "errors" in answer ? refuseAnswers(answer.errors) : answer;
  });
}
