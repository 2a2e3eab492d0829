import { randomUUID } from "node:crypto";
import { signIn } from "./flood.mjs";
import { newKey, newSession, post } from "./save.mjs";

const CASES = 50_000;

/** How long it takes to import a file of Daybook's own with 50,000 cases. */
export async function importTime(server) {
  const { cookie } = await signIn(server);
  const made = await newSession(server, cookie, 0, { after_save: "case" });
  await post(server, made.headers.get("Location") ?? "", cookie, { idempotency_key: newKey(), age: "45", asa: "2" });
  const exported = await fetch(`${server.url}/mydata/export/json/`, { headers: { cookie, connection: "close" } });
  const lines = (await exported.text()).split("\n");
  const at = lines.findIndex((each) => each.includes('"record":"cases"'));
  const like = JSON.parse(lines[at]);
  const many = Array.from({ length: CASES }, () => JSON.stringify({ ...like, unique_ref: newKey() }));
  const { records } = JSON.parse(lines.at(-2));
  const end = [JSON.stringify({ records: records + CASES }), ""];
  const form = new FormData();
  form.set("way", "add");
  form.set(
    "file",
    new File([[...lines.slice(0, at), ...many, ...lines.slice(at, -2), ...end].join("\n")], `${randomUUID()}.ndjson`),
  );
  const began = performance.now();
  const headers = { cookie, origin: server.url, connection: "close" };
  const answer = await fetch(`${server.url}/mydata/import/`, {
    method: "POST",
    redirect: "manual",
    headers,
    body: form,
  });
  if (answer.status !== 302) throw new Error(`The import answered ${answer.status}`);
  return performance.now() - began;
}
