// @vitest-environment jsdom
import { act, createElement, useState } from "react";
import { createRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import {
  createMemoryRouter,
  createStaticHandler,
  createStaticRouter,
  Link,
  Outlet,
  RouterProvider,
  StaticRouterProvider,
  UNSAFE_withComponentProps as withComponentProps,
} from "react-router";
import { afterEach, expect, test } from "vitest";
import Frame, { handle } from "~/routes/logbook/frame";
import { behindDialogs } from "~/ui/overlays/page-behind";

const sources = import.meta.glob<string>("/app/routes/**/*.tsx", { query: "?raw", import: "default", eager: true });

interface ListProps {
  loaderData: { loads: number };
  actionData?: { found: string };
}

/** A page that keeps what was typed, and shows what its loader and its action gave. */
function List({ loaderData, actionData }: ListProps) {
  const [typed, setTyped] = useState("");
  return createElement(
    "section",
    { id: "list" },
    `load ${loaderData.loads}, found ${actionData?.found ?? "nothing"}, typed ${typed}`,
    createElement("button", { type: "button", onClick: () => setTyped("words") }, "type"),
    createElement(Link, { to: "/dialog" }, "open"),
  );
}

let loads = 0;
afterEach(() => {
  loads = 0;
  document.body.replaceChildren();
});

/** As React Router makes them of the modules of routes. */
const framed = [
  {
    id: "root",
    Component: () => createElement(Outlet),
    children: [
      {
        id: "frame",
        handle,
        Component: withComponentProps(Frame),
        children: [
          {
            id: "list",
            path: "/list",
            handle: { behind: true },
            loader: () => {
              loads += 1;
              return { loads };
            },
            action: () => ({ found: "a case" }),
            Component: withComponentProps(behindDialogs(List)),
          },
          {
            id: "dialog",
            path: "/dialog",
            loader: () => null,
            Component: () => createElement("p", { id: "in-front" }, "A dialog"),
          },
        ],
      },
    ],
  },
];

function listText(): string | null | undefined {
  return document.querySelector("#list")?.firstChild?.textContent;
}

async function open(address: string) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
  window.matchMedia ??= () => ({ matches: false }) as MediaQueryList;
  const router = createMemoryRouter(framed, { initialEntries: [address] });
  const place = document.body.appendChild(document.createElement("main"));
  await act(async () => createRoot(place).render(createElement(RouterProvider, { router })));
  return router;
}

test("a page behind a dialog keeps its data, its action's answer and what was typed in it", async () => {
  const router = await open("/list");
  expect(listText()).toBe("load 1, found nothing, typed ");
  await act(async () => router.navigate("/list", { formMethod: "post", formData: new FormData() }));
  expect(listText()).toBe("load 2, found a case, typed ");
  await act(async () => document.querySelector("button")?.click());
  await act(async () => router.navigate("/dialog"));
  expect(document.querySelector("dialog #in-front")).not.toBeNull();
  expect(listText()).toBe("load 2, found a case, typed words");
});

test("back from a dialog a page has new data, with the answer and what was typed still there", async () => {
  const router = await open("/list");
  await act(async () => router.navigate("/list", { formMethod: "post", formData: new FormData() }));
  await act(async () => document.querySelector("button")?.click());
  const list = document.querySelector("#list");
  await act(async () => router.navigate("/dialog"));
  await act(async () => router.navigate("/list"));
  expect(document.querySelector("dialog")).toBeNull();
  expect(listText()).toBe("load 3, found a case, typed words");
  expect(document.querySelector("#list")).toBe(list);
});

test("another address of the same page is without the answer, and without what was typed", async () => {
  const router = await open("/list");
  await act(async () => router.navigate("/list", { formMethod: "post", formData: new FormData() }));
  await act(async () => document.querySelector("button")?.click());
  await act(async () => router.navigate("/list?of=another"));
  expect(listText()).toBe("load 3, found nothing, typed ");
});

test("a dialog that is opened by its own address stands alone, and asks nothing for a page behind it", async () => {
  await open("/dialog");
  expect(document.querySelector("#in-front")).not.toBeNull();
  expect(document.querySelector("dialog")).toBeNull();
  expect(loads).toBe(0);
});

test("the server draws a page with the answer to its form, for those without script", async () => {
  const { query, dataRoutes } = createStaticHandler(framed);
  const request = new Request("http://daybook.test/list", { method: "POST", body: new FormData() });
  const context = await query(request);
  if (context instanceof Response) throw new Error("It led on");
  const router = createStaticRouter(dataRoutes, context);
  expect(renderToString(createElement(StaticRouterProvider, { router, context, hydrate: false }))).toContain(
    "load 1, found a case",
  );
});

test("each page that dialogs are shown over keeps its own data behind them", () => {
  const pages = Object.entries(sources).filter(([, source]) => /handle = \{ behind: true/.test(source));
  expect(pages).toHaveLength(5);
  for (const [path, source] of pages) expect(source, path).toMatch(/^export default behindDialogs\(/m);
});
