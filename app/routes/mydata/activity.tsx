import { Link } from "react-router";
import { table, text } from "styled-system/recipes";
import { activityLines, formatAction, LINES_PER_PAGE } from "~/account/audit.server";
import { requireLevel } from "~/account/guard.server";
import { upperFirst } from "~/platform/letter-case";
import { formatMoment } from "~/platform/time/instants";
import { Page } from "~/ui/layout/page";
import { PageSteps } from "~/ui/layout/page-steps";
import type { Route } from "./+types/activity";

const HERE = "/mydata/activity/";
const MAX_PAGES = 10_000;

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("account", args);
  const asked = args.url.searchParams.get("page") ?? "";
  const page = /^\d{1,5}$/.test(asked) ? Math.min(MAX_PAGES, Math.max(1, Number(asked))) : 1;
  const lines = await activityLines(db, user.unique_ref, page);
  return {
    lines: lines.slice(0, LINES_PER_PAGE).map((line) => {
      return { ref: line.unique_ref, when: upperFirst(formatMoment(line.occurred_at, now)), what: formatAction(line) };
    }),
    page,
    newer: page > 1 ? (page > 2 ? `${HERE}?page=${page - 1}` : HERE) : null,
    older: lines.length > LINES_PER_PAGE ? `${HERE}?page=${page + 1}` : null,
  };
}

export default function ActivityPage({ loaderData }: Route.ComponentProps) {
  const { lines, page, newer, older } = loaderData;
  return (
    <Page
      title="Activity log"
      subtitle={page > 1 ? `page ${page}` : ""}
      back={<Link to="/mydata/">Your Data</Link>}
      lead="What happened on your account: logins, refused logins, security changes and exports. Never what you wrote."
    >
      {lines.length === 0 && <p>Nothing yet.</p>}
      {lines.length > 0 && (
        <table className={table()}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ ref, when, what }) => (
              <tr key={ref}>
                <td className={text({ figures: true })}>{when}</td>
                <td>{what}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <PageSteps label="Pages of the log" before={newer} messageBefore="Newer" next={older} nextMessage="Older" />
    </Page>
  );
}
