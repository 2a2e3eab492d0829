import { Link } from "react-router";
import { WhatIsEncrypted, WhatIsStored } from "~/account/views/privacy/what-is-stored";
import { WhereAndHowLong, WhilePagesAreUsed, YourRights } from "~/account/views/privacy/your-rights";
import { Prose } from "~/account/views/prose";
import { siteContext } from "~/platform/context";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/privacy";

export const handle = { script: false };

export function loader({ context }: Route.LoaderArgs) {
  const { keeper, place, lockedDays } = context.get(siteContext);
  return { keeper, place: { name: place.name, isGuaranteed: place.isGuaranteed }, lockedDays };
}

/** States only what is true today: a change to what is stored or encrypted must change this page too. */
export default function Privacy({ loaderData: { keeper, ...stored } }: Pick<Route.ComponentProps, "loaderData">) {
  return (
    <Page title="Privacy notice">
      <Prose>
        <WhatIsStored />
        <WhatIsEncrypted />
        <WhereAndHowLong {...stored} copies={keeper.copies} />
        <WhilePagesAreUsed />
        <YourRights {...keeper} />
        <p>
          The <Link to="/terms/">terms</Link> say what you agreed to.
        </p>
      </Prose>
    </Page>
  );
}
