import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

/**
 * What a module keeps from one request to the next, and why it cannot grow without end: an isolate serves thousands of users
 * and has 128 MB. A WeakMap or WeakSet loses an entry with its key.
 */
const BOUNDED: Record<string, string> = {
  "app/platform/time/london.ts spans": "as many as MAX_SPANS",
  "app/platform/time/dates.ts todaySource": "one function",
  "app/platform/http/log.ts requestId": "one function",
  "app/account/passwords/easy-to-guess.server.ts common": "one list, made once",
  "app/diary/case-lines/anaesthetic-words.ts LONG_PHRASES": "one list, made once",
  "workers/app.ts router": "one",
  "workers/bindings.ts vault": "one, with as many keys as MAX_KEYS",
  "workers/public-pages.ts addresses": "one pattern",
  "app/import/parse/words.ts NONE": "empty, and read only",
  "app/ui/layout/menus.ts closing": "in a script that is sent as text",
  // Set by effects and events, of which the server has none.
  "app/ui/keys/global-keys.tsx nowListening": "browser only",
  "app/ui/connection/stay-in-place.ts answered": "browser only",
  "app/ui/connection/stay-in-place.ts wasRedirected": "browser only",
  "app/ui/connection/stay-in-place.ts report": "browser only",
  "app/ui/connection/stay-in-place.ts lacksCode": "browser only",
  "app/ui/no-signal/keeper.tsx keptHere": "browser only",
  "app/ui/no-signal/sealing.ts idsOfForms": "browser only",
  "app/ui/layout/front.ts front": "browser only",
  "app/ui/layout/front.ts listeners": "browser only",
  "app/ui/layout/front.ts pageBehind": "browser only",
  "app/import/map/views/import-start.tsx held": "browser only",
  "app/import/map/views/csv-worker-thread.ts table": "browser only",
  "app/import/map/views/csv-worker-thread.ts mapped": "browser only",
};

test("whatever a module remembers from request to request is bounded", () => {
  const files = ["app", "workers"].flatMap(filesBelow).filter((path) => /\.tsx?$/.test(path));
  const shipped = files.filter((path) => !path.startsWith("app/dev/"));
  const remembered = shipped.flatMap((path) =>
    [
      ...textOf(path).matchAll(/^(?:export )?(?:let (\w+)\b|const (\w+)[^=\n]* = new (?:Map|Set)(?:<[^\n]*>)?\(\);)/gm),
    ].map(([, variable, collection]) => `${path} ${variable ?? collection}`),
  );
  expect(remembered.sort()).toEqual(Object.keys(BOUNDED).sort());
});
