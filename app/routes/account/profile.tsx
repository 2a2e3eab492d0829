import { Link } from "react-router";
import { requireLevel } from "~/accounts/guard.server";
import { homeOf, mayOpen } from "~/accounts/levels";
import { profileOf } from "~/accounts/profile.server";
import { ProfileFacts } from "~/accounts/views/profile-facts";
import { Page } from "~/ui/page";
import type { Route } from "./+types/profile";

/** Where a login with a passkey lands (specification section 4). */
export async function loader(args: Route.LoaderArgs) {
  const asked = requireLevel("account", args);
  const { level } = asked.user;
  return { ...(await profileOf(asked)), home: homeOf(level), keepsDiary: mayOpen("diary", level) };
}

export default function Profile({ loaderData }: Route.ComponentProps) {
  const { name, username, home, keepsDiary } = loaderData;
  return (
    <Page
      title="Profile"
      lead={
        <>
          You are signed in as {name || username}.{" "}
          <Link to={home}>{keepsDiary ? "Open your logbook" : "Go to the main page"}</Link>
        </>
      }
    >
      <ProfileFacts {...loaderData} />
    </Page>
  );
}
