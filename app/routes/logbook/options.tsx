import { Link } from "react-router";
import { column, tag, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { formatUses, KINDS, type OwnOption } from "~/diary/cases/options";
import { ownOptionsWithUses } from "~/diary/cases/own-options.server";
import type { OptionKind } from "~/diary/cases/standard-options";
import { pathTo } from "~/platform/http/path-to";
import { Line, LineLink, LineList } from "~/ui/layout/line-list";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/options";

/** Loads the airway and procedure options that a user added. */
export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  return { options: await ownOptionsWithUses(db, user.id) };
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

/** The user's own options of a kind, the active ones first, then the archived ones. */
function OwnOptionList({ kind, options }: { kind: OptionKind; options: OwnOption[] }) {
  return (
    <section className={column({ gap: "2" })}>
      <h2>{KINDS[kind].title}</h2>
      {options.length === 0 ? (
        <p className={text({ kind: "quiet" })}>
          None yet. What you add while you log a case is listed here: <Link to="/logbook/">open your logbook</Link>.
        </p>
      ) : (
        <LineList>
          {options.map(({ unique_ref, label, active, uses }) => (
            <Line
              key={unique_ref}
              heading={
                <LineLink to={pathTo("/logbook/options/:optionRef/", { optionRef: unique_ref })}>{label}</LineLink>
              }
              facts={formatUses(uses)}
            >
              {!active && <span className={tag()}>Archived</span>}
            </Line>
          ))}
        </LineList>
      )}
    </section>
  );
}
