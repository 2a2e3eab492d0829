import type { LoaderFunctionArgs } from "react-router";
import { sameBatch } from "../same-batch.server";

/** The look-up and the batch without a page: what of a page's cost is the database's. */
export async function loader(args: LoaderFunctionArgs) {
  const tables = await sameBatch(args);
  return new Response(String(tables.length));
}
