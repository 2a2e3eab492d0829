import { redirect, useNavigate } from "react-router";
import { requireImport } from "~/import/guard.server";
import { ImportStart } from "~/import/map/views/import-start";
import { ROWS_A_PART } from "~/import/stage/list-rows.server";
import { SESSIONS_A_PART } from "~/import/stage/sessions-of-set.server";
import { casePath } from "~/import/stage/views/carry";
import { MainView } from "~/import/stage/views/main-view";
import { partOf, readIndex } from "~/import/stage/views/parts";
import { workingSet } from "~/import/stage/working-set.server";
import { londonToday } from "~/platform/time/london";
import { behindDialogs } from "~/ui/overlays/page-behind";
import type { Route } from "./+types/import";

export async function loader(args: Route.LoaderArgs) {
  const context = requireImport(args);
  const sought = args.url.searchParams;
  const [rowRef, sessionRef] = [sought.get("row"), sought.get("session")];
  // From the select of a case and its button.
  if (rowRef && sessionRef) throw redirect(casePath(encodeURIComponent(sessionRef), encodeURIComponent(rowRef)));
  const from = partOf(readIndex(sought.get("from")), ROWS_A_PART);
  const sessionsFrom = partOf(readIndex(sought.get("sessions")), SESSIONS_A_PART);
  const { rows, sessions, sessionsTotal, sessionLimits, confirmFirst, ...set } = await workingSet(context, {
    from,
    sessionsFrom,
  });
  const carried = rows.find((row) => row.unique_ref === rowRef);
  const words = carried ? [carried.date, carried.time, carried.description].filter(Boolean).join(", ") : "the case";
  return {
    step: set.total === 0 || sought.has("remap") || sought.has("add") ? ("start" as const) : ("main" as const),
    remap: sought.has("remap"),
    today: londonToday(context.now),
    confirmFirst,
    sessionLimits,
    data: {
      ...set,
      rows: { total: set.available, length: ROWS_A_PART, from, items: rows },
      sessions: { total: sessionsTotal, length: SESSIONS_A_PART, from: sessionsFrom, items: sessions },
      carried: rowRef ? { rowRef, words } : null,
    },
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
