import { type ComponentType, createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, Outlet } from "react-router";

export interface PageModule {
  default?: ComponentType<never>;
  handle?: unknown;
}

/** What every page finds of the document around it. */
const ROOT = { level: 9, flash: null, draft: null };

/**
 * A page as the server draws it, for what breaks only there: a refused answer comes back as it was sent, and is looked
 * at again.
 */
export function rendered(page: PageModule, params: object, loaderData: unknown, actionData?: unknown): string {
  const names = Object.keys(params);
  const path = names.map((name) => `:${name}`).join("/");
  const child = { id: "page", path, Component: page.default, handle: page.handle };
  const Stub = createRoutesStub([{ id: "root", path: "/", Component: Outlet, children: [child as never] }]);
  const here = `/${Object.values(params)
    .map((value) => encodeURIComponent(String(value).replace(/\p{Surrogate}/gu, "\ufffd")))
    .join("/")}`;
  const data = { root: ROOT, page: loaderData };
  const hydrationData = { loaderData: data, ...(actionData === undefined ? {} : { actionData: { page: actionData } }) };
  return renderToString(createElement(Stub, { initialEntries: [here], hydrationData }));
}
