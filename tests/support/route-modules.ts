import { type ComponentType, createElement } from "react";
import type { PageModule } from "./rendered";

export type RouteFunction = (args: never) => unknown;

export interface RouteModule extends PageModule {
  action?: RouteFunction;
  loader?: RouteFunction;
}

type WithParams = { params: Record<string, string | undefined> };

const files = import.meta.glob<RouteModule>(["../../app/routes/**/*.{ts,tsx}", "!../../app/routes/dev/**"], {
  eager: true,
});
const [table = ""] = Object.values(
  import.meta.glob<string>("../../app/routes.ts", { eager: true, query: "?raw", import: "default" }),
);
const LINE = /(?:index|route)\((?:"([^"]*)", )?"routes\/([^"]*)"(?:, \{\s*id: "routes\/([^"]*)",?\s*\})?\)/g;

/**
 * What stands at each address, by its route's file below app/routes; where a file has two addresses, that of a new row
 * by the route's id, `extras/rate-new.tsx`.
 */
export const routes = [...table.matchAll(LINE)]
  .flatMap(([, pattern = "", file = "", id]) => {
    const route = files[`../../app/routes/${file}`];
    if (!route) return [];
    return [{ path: id ? `${id}.tsx` : file, address: `/${pattern}`, route: id ? atAddress(pattern, route) : route }];
  })
  .sort((one, other) => (one.path < other.path ? -1 : 1));

export const routeModules: Readonly<Record<string, RouteModule>> = Object.fromEntries(
  routes.map(({ path, route }) => [path, route]),
);

/** Gives a file the parameters that one of its addresses has, whatever a test sends to all of them. */
function atAddress(pattern: string, { loader, action, default: Page, ...others }: RouteModule): RouteModule {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const narrowed = <Args extends WithParams>(args: Args): Args => {
    const params = Object.fromEntries(Object.entries(args.params).filter(([name]) => names.includes(name)));
    return { ...args, params };
  };
  const as = (own: RouteFunction) => (args: WithParams) => own(narrowed(args) as never);
  const Narrowed = (props: WithParams) => createElement(Page as ComponentType<WithParams>, narrowed(props));
  return { ...others, ...(loader && { loader: as(loader) }), ...(action && { action: as(action) }), default: Narrowed };
}
