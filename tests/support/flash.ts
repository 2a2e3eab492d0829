import { type FlashMessage, readFlash } from "~/platform/http/flash.server";
import { cookiesOf } from "./harness";

/** What the next page will say after this answer; nothing for one that says nothing. */
export function flashOf(answer: { headers: Headers }): FlashMessage {
  const request = new Request("http://daybook.test/", { headers: { Cookie: cookiesOf(answer) } });
  return readFlash(request, 0) ?? { text: "", undo: null, done: true };
}
