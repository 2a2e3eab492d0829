import { redirect } from "react-router";
import { appContextOf } from "~/account/guard.server";
import { endPass, findSuspendedOwner } from "~/account/suspension/pass.server";
import { suspensionFacts } from "~/account/suspension/suspension.server";
import { Suspended } from "~/account/suspension/views/suspended";
import { ExportFiles } from "~/data/export/views/export-files";
import { emptyForm } from "~/platform/http/fields";
import { readForm } from "~/platform/http/read-form.server";
import type { Route } from "./+types/suspended";

export const handle = { script: false };

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = appContextOf({ context });
  const owner = await findSuspendedOwner(app, request);
  if (!owner) throw redirect("/login/");
  return suspensionFacts(app, owner);
}

/** Forgets in this browser that its user gave what opens the account. */
export async function action({ request, context }: Route.ActionArgs) {
  await readForm(request, emptyForm);
  return redirect("/login/", { headers: { "Set-Cookie": await endPass(appContextOf({ context }).db, request) } });
}

export default function SuspendedAccount({ loaderData }: Route.ComponentProps) {
  return (
    <Suspended {...loaderData}>
      <ExportFiles />
    </Suspended>
  );
}
