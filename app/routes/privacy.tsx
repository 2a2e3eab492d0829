import { Link } from "react-router";
import { userContext } from "~/account/login/logins.server";
import { WhatIsEncrypted, WhatIsStored } from "~/account/views/privacy/what-is-stored";
import { WhereAndHowLong, WhilePagesAreUsed, YourRights } from "~/account/views/privacy/your-rights";
import { Prose } from "~/account/views/prose";
import { siteContext } from "~/platform/context";
import { databaseContext } from "~/platform/db/database.server";
import { placeOf } from "~/platform/places";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/privacy";

export const handle = { script: false };

export function loader({ context }: Route.LoaderArgs) {
  const { keeper, places } = context.get(siteContext);
  const asRead = ({ name, isGuaranteed, hasCopies, lockedDays }: (typeof places)[number]) => {
    return { name, isGuaranteed, hasCopies, lockedDays };
  };
  const own = context.get(userContext) ? asRead(placeOf(places, context.get(databaseContext).region)) : null;
  return { keeper, places: places.map(asRead), own };
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
