import { Link } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { ownOptionsWithUses } from "~/diary/cases/own-options.server";
import { OwnOptionList } from "~/diary/cases/views/own-option-list";
import { Page } from "~/ui/page";
import type { Route } from "./+types/options";

/** The airway and procedure options that a user added. */
export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const own = await ownOptionsWithUses(db, user.id);
  const options = own.map(({ unique_ref, kind, label, active, version, uses }) => {
    return { unique_ref, kind, label, active, version, uses };
  });
  return { options };
}

export default function Options({ loaderData }: Route.ComponentProps) {
  const { options } = loaderData;
  return (
    <Page
      title="Your own options"
      back={<Link to="/logbook/">Logbook</Link>}
      lead="Airway options and procedures that you added to the Standard lists."
    >
      <OwnOptionList kind="airway" options={options.filter(({ kind }) => kind === "airway")} />
      <OwnOptionList kind="procedure" options={options.filter(({ kind }) => kind === "procedure")} />
    </Page>
  );
}
