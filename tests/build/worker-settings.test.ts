import { expect, test } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { textOf } from "./source";

const SETTINGS = readConfig({ config: "wrangler.toml" }, { hideWarnings: true });

test("Cloudflare keeps the lines that the Worker writes, and no address of a request", () => {
  expect(SETTINGS.observability).toMatchObject({
    ...{ enabled: true, redact_query_string: true },
    ...{ logs: { enabled: true, invocation_logs: false }, traces: { enabled: false } },
  });
});

test("operations names every binding, variable and secret of the Worker", () => {
  const { d1_databases, r2_buckets, kv_namespaces, queues, send_email, ratelimits, vars } = SETTINGS;
  const bound = [...d1_databases, ...r2_buckets, ...kv_namespaces, ...(queues.producers ?? [])];
  const names = [
    ...bound.map(({ binding }) => binding),
    ...[...send_email, ...(ratelimits ?? [])].map(({ name }) => name),
    ...Object.keys(vars ?? {}),
    ...[...textOf(".dev.vars.example").matchAll(/^(\w+)=/gm)].map(([, name]) => name as string),
  ];
  const table = textOf("docs/operations.md");
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
