import { whoAsks } from "~/accounts/guard.server";
import { mayOpen } from "~/accounts/levels";
import { Landing } from "~/accounts/views/landing";
import { Welcome } from "~/accounts/views/welcome";
import type { Route } from "./+types/home";

/** Plain HTML: there is nothing here that script would make better. */
export const handle = { script: false };

export function loader(args: Route.LoaderArgs) {
  const user = whoAsks(args);
  if (!user) return null;
  const { first_name, level } = user;
  return { first_name, keepsDiary: mayOpen("diary", level), seesProgress: mayOpen("progress", level) };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Welcome {...loaderData}>{null}</Welcome> : <Landing />;
}
