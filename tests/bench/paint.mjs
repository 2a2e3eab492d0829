import { createServer } from "node:http";
import { brotliCompressSync, constants } from "node:zlib";
import { openBrowser, openPage } from "./browser.mjs";
import { askOnce } from "./serve.mjs";

const LOADS = 7;
/** Lighthouse's slow 4G, in bytes a second, and a phone at a quarter of this machine's speed. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const CPU_SLOWDOWN = 4;

/**
 * Largest contentful paint of a page as the Worker makes it, and of a file with the same HTML, in
 * milliseconds. Both come through the same front, with the same headers, assets and compression; only who
 * makes the HTML differs. Every load has an empty cache; the fastest of each counts, since whatever else
 * the machine does only adds.
 * @param executablePath a Chromium; without it Playwright's own
 */
export async function paintTimes(server, path, cookie, executablePath) {
  const first = await askOnce(server.url + path, cookie);
  const file = { headers: Object.fromEntries(first.headers), html: Buffer.from(await first.arrayBuffer()) };
  const fronts = { page: await openFront(server.url), file: await openFront(server.url, path, file) };
  const browser = await openBrowser(executablePath);
  const seen = { page: [], file: [] };
  try {
    for (let load = 0; load < LOADS; load += 1) {
      for (const name of ["page", "file"]) seen[name].push(await paintOnce(browser, fronts[name].url + path, cookie));
    }
  } finally {
    await browser.close();
    for (const front of Object.values(fronts)) front.stop();
  }
  return { page: Math.min(...seen.page), file: Math.min(...seen.file) };
}

async function paintOnce(browser, url, cookie) {
  const page = await openPage(browser, url, cookie, { width: 390, height: 844 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: "load" });
  const paint = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const entries = [];
        new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
        setTimeout(() => resolve(entries.at(-1)?.startTime ?? 0), 300);
      }),
  );
  await page.context().close();
  if (paint === 0) throw new Error(`${url} painted nothing`);
  return paint;
}

/** A plain server before the Worker, which compresses as an edge does; with a file it answers that path itself. */
async function openFront(target, path, file) {
  const front = createServer(async (request, response) => {
    try {
      if (file && request.url === path) {
        send(response, 200, file.headers, file.html);
        return;
      }
      const answer = await askOnce(target + request.url, request.headers.cookie);
      send(response, answer.status, Object.fromEntries(answer.headers), Buffer.from(await answer.arrayBuffer()));
    } catch (error) {
      response.destroy(error);
    }
  });
  await new Promise((resolve) => front.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${front.address().port}`,
    stop: () => {
      front.closeAllConnections();
      front.close();
    },
  };
}

/**
 * Headers of the connection to the Worker are not those of the connection to the browser. The body goes in
 * one piece: a slowed browser takes longer over many, and a page must not lose to a file by its packaging.
 */
function send(response, status, headers, body) {
  const { connection, "transfer-encoding": _, "content-encoding": __, "content-length": ___, ...rest } = headers;
  const packed = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  response.writeHead(status, { ...rest, "Content-Encoding": "br" }).end(packed);
}
