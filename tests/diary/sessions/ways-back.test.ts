import { expect, test } from "vitest";
import { countsText, type DeletionCounts } from "~/diary/sessions/deletion";
import { newRef } from "~/platform/db/columns.server";
import * as editCase from "~/routes/logbook/case";
import * as removeCase from "~/routes/logbook/case-delete";
import * as addCase from "~/routes/logbook/case-new";
import * as session from "~/routes/logbook/session";
import * as removeSession from "~/routes/logbook/session-delete";
import * as addSession from "~/routes/logbook/session-new";
import { makeDiary } from "../../support/diary";
import { load, makeUser, submit } from "../../support/harness";

interface Page {
  back: string;
  session: string;
  links: Record<string, string>;
  version: string;
  counts: DeletionCounts[];
  code: { code: string; signed: string };
}

const SESSION = {
  session_date: "17/11/2026",
  session_start_time: "08:00",
  session_end_time: "12:00",
  pa_calculation_basis: "time_calculated",
};

/** What leads back from the pages of a session that was opened from `view`, and from those below it. */
async function waysFrom(query: string) {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const here = `/logbook/session/${params.sessionRef}/`;
  const asked = { user, params, path: `/${query}` };
  const own = (location: string | null) => location?.replaceAll(params.sessionRef, "S").replaceAll(params.caseRef, "C");
  const pages = {
    session: await load<Page>(session.loader, asked),
    newCase: await load<Page>(addCase.loader, asked),
    case: await load<Page>(editCase.loader, asked),
    removeCase: await load<Page>(removeCase.loader, asked),
    removeSession: await load<Page>(removeSession.loader, asked),
  };
  const cancel = {
    session: own(pages.session.data.back),
    newCase: own(pages.newCase.data.session),
    case: own(pages.case.data.back),
    removeCase: own(pages.removeCase.data.back),
    removeSession: own(pages.removeSession.data.links.session as string),
  };
  const opens = Object.values(pages.session.data.links).map((way) => way.replace(here, ""));
  const fields = { idempotency_key: newRef(), asa: "2" };
  const added = await submit(addCase.action, { ...fields, next: "another" }, asked);
  const once = await submit(addCase.action, fields, asked);
  const toCases = await submit(session.action, { ...SESSION, version: "1", after_save: "case" }, asked);
  const made = await submit(
    addSession.action,
    { ...SESSION, ...fields, idempotency_key: newRef(), after_save: "case" },
    asked,
  );
  const edited = await submit(editCase.action, { version: "1" }, asked);
  const opened = await load<Page>(removeCase.loader, asked);
  const caseGone = await submit(removeCase.action, { version: String(opened.data.version) }, asked);
  const { data } = await load<Page>(removeSession.loader, asked);
  const form = {
    ...{ version: data.version, shown: countsText(data.counts) },
    ...{ signed_code: data.code.signed, delete_code: data.code.code },
  };
  const gone = await submit(removeSession.action, form, asked);
  const saves = [added, once, toCases, edited, caseGone, gone].map(({ location }) => own(location));
  return { cancel, opens, saves, made: made.location };
}

test("a session that was opened from the week leads back there, and so does all that is opened from it", async () => {
  const [view, shown] = ["week", "/logbook/week/"];
  const { cancel, opens, saves, made } = await waysFrom(`?view=${view}`);
  const back = `/logbook/session/S/?view=${view}`;
  expect(cancel).toEqual({
    ...{ session: shown, newCase: back, case: back },
    ...{ removeCase: `/logbook/session/S/case/C/?view=${view}`, removeSession: back },
  });
  expect(opens.filter((way) => !new URLSearchParams(way.split("?")[1]).has("view", view))).toEqual([]);
  const another = `/logbook/session/S/case/new/?view=${view}`;
  expect(saves).toEqual([another, back, another, back, back, shown]);
  expect(made).toMatch(new RegExp(`/case/new/\\?view=${view}$`));
});

test("without a view they lead to the list", async () => {
  const { cancel, opens, saves } = await waysFrom("?view=elsewhere");
  expect(cancel.session).toBe("/logbook/");
  expect(cancel.case).toBe("/logbook/session/S/");
  expect(opens.filter((way) => way.includes("view"))).toEqual([]);
  expect(saves.at(-1)).toBe("/logbook/");
});

test("a case that was opened from the round-up leads back to its week, and so does its deletion", async () => {
  const { cancel, saves } = await waysFrom("?view=round-up&found=2026-11-16");
  const week = "/logbook/round-up/?date=2026-11-16";
  expect([cancel.case, cancel.removeCase]).toEqual([week, "/logbook/session/S/case/C/?view=round-up&found=2026-11-16"]);
  expect(saves.slice(3, 5)).toEqual([week, week]);
});
