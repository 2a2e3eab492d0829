import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Plugin } from "vite";

const NAME = "virtual:react-router/server-build";

/** A route as the router knows it, and its file. */
interface Entry {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  file: string;
}

/**
 * The build that the Worker's entry asks for, of the routes as they stand: what React Router's own plugin makes of them,
 * except that no page is drawn. A page is its status, and the data of its loaders.
 */
export function serverBuild(routes: readonly RouteConfigEntry[]): Plugin {
  return {
    name: "server-build",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) =>
      id === `\0${NAME}` ? sourceOf([{ id: "root", path: "", file: "root.tsx" }, ...below(routes)]) : null,
  };
}

function below(routes: readonly RouteConfigEntry[], parentId = "root"): Entry[] {
  return routes.flatMap(({ children = [], file, path, index, ...named }) => {
    const id = named.id ?? file.replace(/\.\w+$/, "");
    return [{ id, parentId, path, index, file }, ...below(children, id)];
  });
}

function sourceOf(entries: readonly Entry[]): string {
  const shown = ({ file: _, ...entry }: Entry) => JSON.stringify(entry);
  const ofRoutes = entries.map((each, at) => `${JSON.stringify(each.id)}: { ...${shown(each)}, module: route${at} }`);
  const ofBrowser = entries.map((each) => {
    return `${JSON.stringify(each.id)}: { ...${shown(each)}, module: "/${each.id}.js", hasLoader: true, imports: [], css: [] }`;
  });
  return [
    ...entries.map(({ file }, at) => `import * as route${at} from "/app/${file}";`),
    'const page = (_request, status, headers) => new Response("page", { status, headers });',
    "export const entry = { module: { default: page } };",
    `export const routes = { ${ofRoutes.join(", ")} };`,
    'const start = { module: "/entry.js", imports: [], css: [] };',
    `export const assets = { entry: start, url: "/manifest.js", version: "1", routes: { ${ofBrowser.join(", ")} } };`,
    'export const [basename, publicPath, assetsBuildDirectory] = ["/", "/", "build/client"];',
    "export const [ssr, isSpaMode, prerender, future, allowedActionOrigins] = [true, false, [], {}, false];",
    'export const routeDiscovery = { mode: "initial" };',
  ].join("\n");
}
