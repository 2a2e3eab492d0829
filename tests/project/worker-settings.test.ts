import { expect, test } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";

test("Cloudflare keeps the lines that the Worker writes, and no address of a request", () => {
  const { observability } = readConfig({ config: "wrangler.toml" }, { hideWarnings: true });
  expect(observability).toMatchObject({
    ...{ enabled: true, redact_query_string: true },
    ...{ logs: { enabled: true, invocation_logs: false }, traces: { enabled: false } },
  });
});
