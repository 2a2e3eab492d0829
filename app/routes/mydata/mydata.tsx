import { requireLevel } from "~/account/guard.server";
import { mayOpen } from "~/account/levels";
import { overview } from "~/data/your-data/overview.server";
import { YourData } from "~/data/your-data/views/overview";
import { DeviceList } from "~/diary/no-signal/views/device-list";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/mydata";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("account", args);
  return { data: await overview(context), hasDiary: mayOpen("diary", context.user.level) };
}

export default function MydataPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Your Data">
      <YourData {...loaderData} />
      <DeviceList devices={loaderData.data.devices} />
    </Page>
  );
}
