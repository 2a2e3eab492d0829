import { createElement, Fragment, type ReactNode } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { sameBatch } from "../same-batch.server";

export async function loader(args: LoaderFunctionArgs) {
  const tables = await sameBatch(args);
  return tables.map((rows) => rows.map((row) => Object.values(row).map(plain)));
}

/** Every row and every column of the batch, as plain tables. */
export default function Tables() {
  const tables = useLoaderData<typeof loader>();
  return of(Fragment, tables, (rows) =>
    createElement(
      "table",
      null,
      of("tbody", rows, (cells) => of("tr", cells, (cell) => createElement("td", null, cell))),
    ),
  );
}

/** Children by their place: rows of a batch have no key in common. */
function of<Item>(tag: "tbody" | "tr" | typeof Fragment, items: Item[], draw: (item: Item) => ReactNode) {
  return createElement(tag, null, ...items.map(draw));
}

function plain(value: unknown): string {
  if (value instanceof Uint8Array || Array.isArray(value)) return `${value.length} bytes`;
  return value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
}
