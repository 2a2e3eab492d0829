import { refuseCall } from "~/platform/http/read-json.server";

/** A call that there is not is refused in the shape of calls, by any method. */
function refuseUnknown(): Response {
  return refuseCall("There is no such call", 404);
}

export { refuseUnknown as action, refuseUnknown as loader };
