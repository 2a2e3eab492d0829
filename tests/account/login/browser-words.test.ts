import { expect, test } from "vitest";
import { formatBrowser } from "~/account/login/known-browsers.server";

const MOZILLA = "Mozilla/5.0";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0";

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0`, "Firefox on Windows"],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`, "Edge on Windows"],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 OPR/120.0`, "Opera on Windows"],
  [`${MOZILLA} (X11; Linux x86_64) ${CHROME} Safari/537.36`, "Chrome on Linux"],
  [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, "Chrome on ChromeOS"],
  [`${MOZILLA} (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, "Chrome on Android"],
  [
    `${MOZILLA} (Linux; Android 10; K) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0`,
    "Samsung Internet on Android",
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    "Safari on Mac",
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1`,
    "Safari on iPhone",
  ],
  [
    `${MOZILLA} (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile Safari/604.1`,
    "Chrome on iPad",
  ],
  ["Firefox/143.0", "Firefox"],
])("%s is %s", (userAgent, words) => {
  expect(formatBrowser(userAgent)).toBe(words);
});

test("one that is not known is given as it is, cut", () => {
  expect(formatBrowser("curl/8.14.1")).toBe("curl/8.14.1");
  expect(formatBrowser("")).toBe("Unknown browser");
  expect(formatBrowser("x".repeat(200))).toBe(`${"x".repeat(59)}…`);
});
