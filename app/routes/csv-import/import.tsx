import { redirect, useNavigate } from "react-router";
import { requireImport } from "~/import/guard.server";
import { ImportStart } from "~/import/map/views/import-start";
import { firstOfPage, importPath, withinList } from "~/import/stage/list-pages";
import { ROWS_A_PAGE } from "~/import/stage/list-rows.server";
import { SESSIONS_A_PAGE } from "~/import/stage/sessions-of-set.server";
import { casePath, wordsOfRow } from "~/import/stage/views/carry";
import { MainView } from "~/import/stage/views/main-view";
import { workingSet } from "~/import/stage/working-set.server";
import { londonToday } from "~/platform/time/london";
import { behindDialogs } from "~/ui/overlays/page-behind";
import type { Route } from "./+types/import";

export async function loader(args: Route.LoaderArgs) {
  const context = requireImport(args);
  const sought = args.url.searchParams;
  const [rowRef, sessionRef] = [sought.get("row"), sought.get("session")];
  const place = {
    from: firstOfPage(sought.get("from"), ROWS_A_PAGE),
    sessions: firstOfPage(sought.get("sessions"), SESSIONS_A_PAGE),
    row: rowRef ?? undefined,
  };
  // From the select of a case and its button.
  if (rowRef && sessionRef) throw redirect(casePath(sessionRef, place));
  const { confirmFirst, sessionLimits, ...set } = await workingSet(context, place);
  const { rows, sessions } = set;
  const within = {
    from: withinList(place.from, rows.total, rows.length),
    sessions: withinList(place.sessions, sessions.total, sessions.length),
  };
  const step = set.total === 0 || sought.has("remap") || sought.has("add") ? ("start" as const) : ("main" as const);
  // The last item of a page was placed or made, which left nothing on it.
  const isPast = within.from < place.from || within.sessions < place.sessions;
  if (step === "main" && isPast) throw redirect(importPath({ ...place, ...within }));
  const carried = rows.items.find((row) => row.unique_ref === rowRef);
  return {
    step,
    remap: sought.has("remap"),
    today: londonToday(context.now),
    confirmFirst,
    sessionLimits,
    data: { ...set, carried: rowRef ? { rowRef, words: carried ? wordsOfRow(carried) : "the case" } : null },
  };
}

function Import({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const { step, remap, today, confirmFirst, data } = loaderData;
  const navigate = useNavigate();
  if (step === "main") return <MainView data={data} />;
  return (
    <ImportStart
      remap={remap}
      confirmFirst={confirmFirst}
      hasCases={data.total > 0}
      today={today}
      onCancel={() => navigate("/import_csv_data/")}
    />
  );
}

/** Dialogs are shown over this page. */
export const handle = { behind: true };

export default behindDialogs(Import);
