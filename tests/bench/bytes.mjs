import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { brotliCompressSync } from "node:zlib";

/** Bytes of a file as a browser gets it: brotli at its best, as a CDN keeps assets. */
export function brotliBytes(file) {
  return brotliCompressSync(readFileSync(file)).byteLength;
}

/** Brotli bytes of all script that a page loads at once: what its HTML names, and what those files import. */
export function pageScriptBytes(clientFolder, html) {
  return bytesOf(clientFolder, assetsNamedIn(html));
}

/**
 * The same from the build's own list of assets, without a server: for a page made of these routes, by id
 * (`root`, `routes/login`). Says nothing of a page that is sent without script.
 */
export function routeScriptBytes(clientFolder, routeIds) {
  const name = readdirSync(join(clientFolder, "assets")).find((each) => /^manifest-.*\.js$/.test(each));
  if (!name) throw new Error(`No manifest in ${clientFolder}: is it built?`);
  const text = readFileSync(join(clientFolder, "assets", name), "utf8");
  const window = {};
  runInNewContext(text, { window });
  const { entry, routes } = window.__reactRouterManifest;
  const parts = [entry, ...routeIds.map((id) => routes[id] ?? fail(`No route ${id}`))];
  const named = parts.flatMap((part) => [part.module, ...part.imports]).map((path) => path.split("/").at(-1));
  return bytesOf(clientFolder, [name, ...named]);
}

/** Every style sheet of a build, with its brotli bytes. */
export function styleSheets(clientFolder) {
  const names = readdirSync(join(clientFolder, "assets")).filter((each) => each.endsWith(".css"));
  return names.map((name) => ({ name, bytes: brotliBytes(join(clientFolder, "assets", name)) }));
}

function bytesOf(clientFolder, names) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const each of importsOf(readFileSync(join(clientFolder, "assets", name), "utf8"))) visit(each);
  };
  for (const name of names) visit(name);
  let bytes = 0;
  for (const name of seen) bytes += brotliBytes(join(clientFolder, "assets", name));
  return bytes;
}

function assetsNamedIn(html) {
  return [...html.matchAll(/\/assets\/([\w.-]+\.js)/g)].map((match) => match[1]);
}

/** Static imports only: what `import()` names is fetched when it is used. */
function importsOf(script) {
  return [...script.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)].map((match) => match[1]);
}

function fail(message) {
  throw new Error(message);
}
