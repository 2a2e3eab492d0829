import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The route manifest that React Router writes for the browser: every page loads it before anything else. */
interface RouteTable {
  entry: { module: string; imports: string[]; css: string[] };
  routes: Record<string, RouteEntry>;
  url: string;
  version: string;
}

interface RouteEntry {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  imports: string[];
  css: string[];
  [trait: string]: unknown;
}

/**
 * Routes that client-side navigation never opens: JSON calls use `fetch`, files and print views are separate documents,
 * the pages of /admin/ are opened by a full load, and so are those that only a mail leads to. Routes that a page's fetcher
 * loads must stay in the table.
 */
const APART = /^routes\/(api\/|admin\/|dev\/(?!parts$)|email\/(stop-mail|take-back)$)|-(file|print)$/;

/** Boolean properties of a route, sent as the bits of one number. */
const TRAITS = [
  "hasAction",
  "hasLoader",
  "hasClientAction",
  "hasClientLoader",
  "hasClientMiddleware",
  "hasDefaultExport",
  "hasErrorBoundary",
];
/** Modules that a build splits off a route's module. */
const PARTS = ["clientActionModule", "clientLoaderModule", "clientMiddlewareModule", "hydrateFallbackModule"];
const KNOWN = new Set(["id", "parentId", "path", "index", "module", "imports", "css", ...TRAITS, ...PARTS]);

const START = "window.__reactRouterManifest=";

/**
 * Rewrites the route manifest of a build to less than half its size: the routes of `APART` are left out, and each other
 * route is a line of text, from which a short script makes what React Router reads. The server keeps its own manifest.
 * @throws when the manifest is missing, or has another form than expected
 */
export function shortenRouteTable(assets: string): void {
  const name = readdirSync(assets).find((each) => /^manifest-.*\.js$/.test(each));
  if (!name) throw new Error(`No table of routes in ${assets}`);
  const file = join(assets, name);
  const text = readFileSync(file, "utf8");
  if (!text.startsWith(START)) throw new Error("The table of routes has another form than expected");
  writeFileSync(file, scriptOf(JSON.parse(text.slice(START.length).replace(/;\s*$/, ""))));
}

/** Returns a script that makes this table, without the routes of `APART`. */
export function scriptOf({ entry, routes, ...rest }: RouteTable): string {
  const pages = Object.values(routes).filter(({ id }) => !APART.test(id));
  const files = mostUsedFirst(pages.flatMap((route) => [...route.imports, ...route.css]));
  const numbers = (names: string[]) => names.map((each) => files.indexOf(each).toString(36)).join(" ");
  const lines = pages.map((route) => {
    refuseUnknown(route);
    const traits = TRAITS.reduce((sum, trait, at) => sum + (route[trait] ? 2 ** at : 0), 0);
    const path = route.index ? "/" : (route.path ?? "-");
    const module = shortModule(route);
    return [
      shortId(route.id),
      shortId(route.parentId ?? "root"),
      path,
      traits,
      module,
      numbers([...route.imports, ...route.css]),
      ...PARTS.filter((part) => route[part]).map((part) => `${part}=${shortFile(String(route[part]))}`),
    ];
  });
  const table = [
    files.map(shortFile).join(" "),
    ...lines.map((line) => line.map((each) => (each === "root" ? "" : each)).join("|")),
  ];
  const given = JSON.stringify({ entry, ...rest });
  return `${MAKE}(${JSON.stringify(TRAITS.join(" "))},${JSON.stringify(table.join("\n"))},${given});`;
}

/** Script that makes the table in the browser. The first line of the text names files, each other line is a route. */
const MAKE = `((t,s,m)=>{let[f,...l]=s.split("\\n"),u=n=>/\\.css$/.test(n)?"/assets/"+n:"/assets/"+n+".js",c=/css$/,r=m.routes={};f=f.split(" ").map(u);t=t.split(" ");for(let i of l){let[d,p,a,b,h,n,...e]=i.split("|"),o={id:d?"routes/"+d:"root"};d&&(o.parentId=p?"routes/"+p:"root");a=="/"?o.index=!0:a!="-"&&(o.path=a);t.forEach((k,i)=>o[k]=!!(b>>i&1));o.module=u(h[0]=="="?h.slice(1):(d||"root").split("/").pop()+"-"+h);n=n?n.split(" ").map(x=>f[parseInt(x,36)]):[];o.imports=n.filter(x=>!c.test(x));o.css=n.filter(x=>c.test(x));e.forEach(x=>{let[k,v]=x.split("=");o[k]=u(v)});r[o.id]=o}window.__reactRouterManifest=m})`;

function mostUsedFirst(names: string[]): string[] {
  const uses = new Map<string, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return [...uses].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
}

function shortId(id: string): string {
  return id.replace(/^routes\//, "");
}

function shortFile(path: string): string {
  return path.replace(/^\/assets\//, "").replace(/\.js$/, "");
}

/** The hash of the file, if its name is that of the route; else the whole name, after "=". */
function shortModule({ id, module }: RouteEntry): string {
  const own = `${id.split("/").at(-1)}-`;
  const file = shortFile(module);
  return file.startsWith(own) ? file.slice(own.length) : `=${file}`;
}

/** Ends the build if React Router's manifest has a property that the short table would drop. */
function refuseUnknown(route: RouteEntry): void {
  const unknown = Object.keys(route).filter((name) => !KNOWN.has(name) && route[name] !== undefined);
  if (unknown.length > 0) throw new Error(`Route ${route.id} has ${unknown.join(", ")}, which the short table drops`);
}
