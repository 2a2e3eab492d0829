import type { Route } from "./+types/feed-file";

export function loader(_: Route.LoaderArgs) {
  return new Response("", { status: 404 });
}
