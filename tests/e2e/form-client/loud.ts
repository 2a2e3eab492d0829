import { lacks } from "./client-document";

/** What the test runner looks for in everything that it is handed. */
const ASKED_OF_ALL = new Set([
  "then",
  "toJSON",
  "asymmetricMatch",
  "$$typeof",
  "nodeType",
  "tagName",
  "@@__IMMUTABLE_ITERABLE__@@",
]);

/** Names what of Playwright's interface is missing, in place of an `undefined` that may pass for an answer. */
export function loud<Target extends object>(target: Target, name: string): Target {
  return new Proxy(target, {
    get(held, key) {
      if (typeof key === "string" && !(key in held) && !ASKED_OF_ALL.has(key)) throw lacks(`${name}.${key}`);
      return Reflect.get(held, key, held);
    },
  });
}
