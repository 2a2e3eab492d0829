import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newRef } from "~/platform/db/columns.server";
import { openMailer } from "../../workers/bindings";

test("a mail that is sent can be read again in the local mailbox, whatever case its address is written in", async () => {
  const [sent, key]: [unknown[], string] = [[], newRef()];
  const EMAIL = { send: async (mail: unknown) => void sent.push(mail) };
  const mail = { to: `Me-${key}@example.com`, subject: "Your code", text: "12", html: "<p>12</p>" };
  await openMailer({ ...env, EMAIL } as never).send({ ...mail, key, headers: { "List-Unsubscribe": "<x>" } });
  expect(sent).toEqual([
    {
      ...mail,
      from: { name: "Daybook", email: env.MAIL_FROM },
      headers: { "List-Unsubscribe": "<x>", "X-Daybook-Mail": key },
    },
  ]);
  expect(await env.FORMS.get(`local-mail/${mail.to.toLowerCase()}/${key}`, "json")).toEqual({
    ...mail,
    ...{ headers: { "List-Unsubscribe": "<x>" }, sent_at: expect.any(Number) },
  });
});
