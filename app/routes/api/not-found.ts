import { refuseCall } from "~/platform/http/read-json.server";

/** Refuses unknown calls with JSON errors, for any method. */
function refuseUnknown(): Response {
  return refuseCall("There is no such call", 404);
}

export { refuseUnknown as action, refuseUnknown as loader };
