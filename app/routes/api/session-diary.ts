import { requireLevelOfCall, worldOf } from "~/accounts/guard.server";
import { diaryCall } from "~/cases/diary-call-form";
import { answerDiaryCall } from "~/cases/diary-calls.server";
import { requirePost } from "~/http/csrf.server";
import { inJson, LARGE_BODY_BYTES, REFUSED, readJson, refuseMethod } from "~/http/read-json.server";
import type { Route } from "./+types/session-diary";

export function loader() {
  return refuseMethod("POST");
}

/** All calls of the diary, by their `action` (specification section 7). */
export async function action(args: Route.ActionArgs) {
  await requirePost(args.request, worldOf(args).vault);
  const asked = requireLevelOfCall("diary", args);
  const call = await readJson(args.request, diaryCall, LARGE_BODY_BYTES, REFUSED);
  return inJson(() => answerDiaryCall(asked, call));
}
