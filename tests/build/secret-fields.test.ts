import { expect, test } from "vitest";
import { TOKEN_NAMES } from "~/account/bot-check/bot-check";
import { isSecretField } from "~/platform/http/field-names";
import { filesBelow, textOf } from "./source";

test("every field for a password, a code or a token is known as a secret", () => {
  const fields = filesBelow("app")
    .filter((path) => path.endsWith(".tsx"))
    .flatMap((path) => [...textOf(path).matchAll(/<TextField\b.*?\/>/gs)].map(([field]) => field))
    .filter((field) => /type="password"|one-time-code|recovery code/i.test(field));
  const names = fields.map((field) => /name="(\w+)"/.exec(field)?.[1] ?? "");
  expect(new Set(names)).toEqual(
    new Set(["password", "password1", "password2", "twoFactorCode", "recoveryCode", "code"]),
  );
  const taken = [...names, ...Object.values(TOKEN_NAMES)];
  expect(taken.filter((name) => !isSecretField(name))).toEqual([]);
});
