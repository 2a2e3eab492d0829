import type { LoaderFunctionArgs } from "react-router";
import { bindingContext } from "../binding.server";
import { runPage } from "../same-batch.server";
import { watchDatabase } from "../watched-database.server";

/** What a page of Daybook, `?page=/logbook/` with any query of its own behind it, asks of D1 after the login look-up. */
export async function loader(args: LoaderFunctionArgs) {
  const watched = watchDatabase(args.context.get(bindingContext));
  await runPage(watched.database, args, new URL(args.request.url).searchParams.get("page") ?? "");
  const { trips, statements } = watched;
  return Response.json({ trips, statements });
}
