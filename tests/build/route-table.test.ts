import { relative } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { scriptOf } from "~/ui/build/route-table";
import { filesBelow, textOf } from "./source";

type Table = Parameters<typeof scriptOf>[0];

/** What the browser has after the script. */
function made(script: string): Table {
  const window: { __reactRouterManifest?: Table } = {};
  runInNewContext(script, { window });
  // Over JSON: what another context makes is of other classes.
  return JSON.parse(JSON.stringify(window.__reactRouterManifest));
}

const NO_TRAITS = {
  hasAction: false,
  hasLoader: false,
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasDefaultExport: true,
  hasErrorBoundary: false,
};

function route(id: string, more: object) {
  return { ...NO_TRAITS, id, module: `/assets/${id.split("/").at(-1)}-a_b-12.js`, imports: [], css: [], ...more };
}

const table: Table = {
  entry: { module: "/assets/entry.client-000000.js", imports: ["/assets/111111.js"], css: [] },
  routes: Object.fromEntries(
    [
      route("root", {
        path: "",
        hasErrorBoundary: true,
        css: ["/assets/root-222222.css"],
        imports: ["/assets/111111.js"],
      }),
      route("routes/home", { parentId: "root", index: true, hasLoader: true }),
      route("routes/logbook/frame", { parentId: "root", imports: ["/assets/333333.js", "/assets/111111.js"] }),
      route("routes/logbook/case", { parentId: "routes/logbook/frame", path: "logbook/:ref?/", hasAction: true }),
      route("routes/logbook/new", { parentId: "root", path: "new/", clientActionModule: "/assets/new-777777.js" }),
      route("routes/other", { parentId: "root", path: "*", module: "/assets/elsewhere-444444.js" }),
    ].map((each) => [each.id, each]),
  ),
  url: "/assets/manifest-555555.js",
  version: "555555",
};

test("the short table says all that the long one did", () => {
  expect(made(scriptOf(table))).toEqual(table);
});

test.each([
  "routes/api/login",
  "routes/admin/users",
  "routes/mydata/json-file",
  "routes/email/take-back",
  "routes/reports/report-print",
])("the short table leaves out %s, which the router never goes to", (id) => {
  const routes = { ...table.routes, [id]: route(id, { parentId: "root", path: "apart/" }) };
  expect(made(scriptOf({ ...table, routes }))).toEqual(table);
});

test("a trait that the short table does not know stops the build", () => {
  const odd = route("routes/odd", { parentId: "root", path: "odd/", sharedModule: "/assets/x.js" });
  expect(() => scriptOf({ ...table, routes: { ...table.routes, odd } })).toThrow("sharedModule");
});

test("the table of the build names whatever a page may go to or load, and nothing apart", () => {
  const file = filesBelow("build/client/assets").find((path) => /manifest-[^/]+\.js$/.test(path)) as string;
  const ids = Object.keys(made(textOf(file)).routes);
  const pages = filesBelow("app/routes")
    .filter(
      (path) =>
        !/^(api|admin|dev)\/|^email\/(stop-mail|take-back)\.|-(file|print)\.tsx?$/.test(relative("app/routes", path)),
    )
    .map((path) => path.replace("app/", "").replace(/\.tsx?$/, ""));
  expect(ids).toEqual(expect.arrayContaining(pages));
  expect(ids.filter((id) => /^routes\/(api|admin)\/|\/(stop-mail|take-back)$/.test(id))).toEqual([]);
});
