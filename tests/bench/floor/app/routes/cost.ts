import type { LoaderFunctionArgs } from "react-router";
import { bindingContext } from "../binding.server";
import { runLogbook } from "../same-batch.server";
import { watchDatabase } from "../watched-database.server";

/** What Daybook's logbook page asks of D1 after the login look-up. */
export async function loader(args: LoaderFunctionArgs) {
  const watched = watchDatabase(args.context.get(bindingContext));
  await runLogbook(watched.database, args);
  const { trips, statements } = watched;
  return Response.json({ trips, statements });
}
