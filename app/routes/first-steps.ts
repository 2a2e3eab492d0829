import { redirect } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { firstStepsForm } from "~/diary/first-steps/form";
import { redirectSaying } from "~/platform/http/flash.server";
import { readForm } from "~/platform/http/read-form.server";
import { hideFirstSteps } from "~/profile/queries.server";
import type { Route } from "./+types/first-steps";

/** They stand on the main page and in the logbook; here are only their buttons. */
export function loader(args: Route.LoaderArgs) {
  requireLevel("diary", args);
  return redirect("/");
}

export async function action(args: Route.ActionArgs) {
  const asked = requireLevel("diary", args);
  const form = await readForm(args.request, firstStepsForm);
  if (!form.ok) return redirect("/");
  const { act, page } = form.value;
  await hideFirstSteps(asked, act === "hide");
  const path = page === "logbook" ? "/logbook/" : "/";
  if (act === "show") return redirectSaying(args.request, path, "First steps shown again, as long as one is left.");
  return redirectSaying(args.request, path, "First steps hidden. You can show them again from Help and support.");
}
