import autocannon from "autocannon";

const ROUNDS = 4;
const REQUESTS_A_ROUND = 80;
const WARM_UP = 120;

/**
 * One request after the other against several pages, turn by turn, so that a busy machine slows all alike.
 * @param pages `{ server, path, cookie }` by name
 * @returns by name, milliseconds a request: `p50` on the clock and `cpu` of the runtime
 */
export async function sideBySide(pages) {
  const seen = Object.fromEntries(Object.keys(pages).map((name) => [name, { times: [], cpu: 0 }]));
  for (const page of Object.values(pages)) await ask(page, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, page] of Object.entries(pages)) {
      const before = page.server.cpu();
      seen[name].times.push(...(await ask(page, REQUESTS_A_ROUND)));
      seen[name].cpu += page.server.cpu() - before;
    }
  }
  return Object.fromEntries(
    Object.entries(seen).map(([name, { times, cpu }]) => [name, { p50: median(times), cpu: cpu / times.length }]),
  );
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** @returns the time of each answer in milliseconds. Anything but 200 is an error. */
function ask({ server, path, cookie }, amount) {
  return new Promise((resolve, refuse) => {
    const times = [];
    const run = autocannon({ url: server.url + path, connections: 1, amount, headers: { cookie } }, (error, result) => {
      const failed = error ?? (result.non2xx || result.errors ? new Error(`${path} failed under load`) : null);
      if (failed) refuse(failed);
      else resolve(times);
    });
    run.on("response", (_client, _status, _bytes, time) => times.push(time));
  });
}
