import { Link } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { Prose } from "~/account/views/prose";
import { RegionLinks } from "~/account/views/regions";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/move";

export const handle = { script: false };

export function loader(args: Route.LoaderArgs) {
  const { place, otherRegions } = requireLevel("diary", args).site;
  return { place: place.name, otherRegions: otherRegions.filter(({ isOpen }) => isOpen) };
}

/** A region knows nothing of the others: whoever moves takes their diary along as a file. */
export default function Move({ loaderData: { place, otherRegions } }: Route.ComponentProps) {
  return (
    <Page title="Move to another region" back={<Link to="/mydata/">Your Data</Link>}>
      <Prose>
        <p>
          Your diary is stored in {place}. To store it in another region, export it here, create an account there, and
          import it there. Nothing is deleted here until you do that yourself.
        </p>
        {otherRegions.length === 0 ? (
          <p>No other region takes new users at the moment.</p>
        ) : (
          <ol>
            <li>
              Here: <Link to="/mydata/export/">Export everything</Link> as one JSON file.
            </li>
            <li>
              There: create an account, and confirm your email address.
              <RegionLinks regions={otherRegions} path="/signup/" withGuarantee />
            </li>
            <li>There: go to Your Data, Import backup, choose “Add what is missing”, and import the file.</li>
            <li>There: compare the figures on Your Data and Progress with those here.</li>
            <li>
              Here: once all of it is there, <Link to="/delete_account/">Delete Your Data</Link>.
            </li>
          </ol>
        )}
        <h2>What comes along</h2>
        <p>Your job plans, sessions, cases, fees, leave, CPD, reports, imported files and profile.</p>
        <h2>What does not</h2>
        <p>
          Your password, passkeys and authenticator app, the address of your calendar feed, your activity log, what you
          can undo, and backups. You set these up again there.
        </p>
      </Prose>
    </Page>
  );
}
