import { request as httpRequest } from "node:http";
import { ADDRESSES } from "../addresses";
import { expect, test } from "../fixtures";
import { sampled } from "../sampled";

/** What the pages of another site make a browser send with their forms, and what programs send that say nothing. */
const FOREIGN: Record<string, string>[] = [
  { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
  { Origin: "https://evil.example" },
  { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" },
  { Origin: "null" },
  {},
];

test("no route takes anything from another site, nor from who does not say where it comes from", async ({
  page,
  signIn,
  baseURL,
}) => {
  test.slow();
  await signIn();
  const Cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const taken: string[] = [];
  for (const address of sampled("cross-site", ADDRESSES, 10)) {
    for (const path of [address, address === "/" ? "/_root.data" : `${address}_.data`]) {
      for (const headers of FOREIGN) {
        const status = await post(new URL(path, baseURL), { ...headers, Cookie });
        if (status !== 403) taken.push(`${path} ${JSON.stringify(headers)}: ${status}`);
      }
    }
  }
  expect(taken).toEqual([]);
  expect((await page.request.get("/logbook/", { maxRedirects: 0 })).status()).toBe(200);
});

/** With exactly these headers, as no browser lets a test send them, on a connection of its own. */
function post(url: URL, headers: Record<string, string>): Promise<number> {
  return new Promise((found, refuse) => {
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    const asked = httpRequest(url, { method: "POST", headers: { ...type, ...headers }, agent: false }, (answer) => {
      answer.resume().on("end", () => found(answer.statusCode ?? 0));
    });
    asked.on("error", refuse).end("level=10");
  });
}
