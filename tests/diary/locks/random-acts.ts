import { cases } from "~/diary/cases/table.server";
import { leave } from "~/diary/leave/table.server";
import { refuseIfLocked } from "~/diary/locks/locked.server";
import { deleteSessions, previewDeletion } from "~/diary/sessions/delete-sessions.server";
import { sessions } from "~/diary/sessions/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { ukDate } from "~/platform/time/dates";
import * as leaveDelete from "~/routes/leave/leave-delete";
import * as leaveEdit from "~/routes/leave/leave-form";
import * as leaveNew from "~/routes/leave/leave-form";
import * as publicHolidays from "~/routes/leave/public-holidays";
import * as caseOf from "~/routes/logbook/case";
import * as caseDelete from "~/routes/logbook/case-delete";
import * as caseNew from "~/routes/logbook/case-new";
import * as session from "~/routes/logbook/session";
import * as sessionNew from "~/routes/logbook/session-new";
import * as undo from "~/routes/logbook/undo";
import { db, NOW } from "../../support/harness";
import { type Act, type ActedDiary, ALWAYS, covered, type Draw, dayOf, drawn, version } from "./acted-diary";
import { PLAN_ACTS } from "./random-plan-acts";
import { SETTING_ACTS } from "./random-setting-acts";

async function sessionFields(diary: ActedDiary, draw: Draw) {
  const own = await diary.picked(jobPlanElements, draw);
  return {
    ...{ session_date: ukDate(draw.from), session_start_time: draw.hour, session_end_time: "21:30", site: draw.text },
    ...{ job_plan_element_unique_ref: draw.yes ? (own?.unique_ref ?? "") : "" },
    ...{ pa_calculation_basis: draw.pa ? "fixed" : "time_calculated", fixed_PA_allocation: draw.pa },
  };
}

const caseFields = ({ pick, text, hour }: Draw) => ({
  ...{ age: String(pick), asa: "2", gender: "1", supervision: "3", start_time: hour },
  ...{ new_extra_option: `${text} by hand`, case_description: text },
});

function leaveFields(draw: Draw) {
  const { from, until } = drawn({ ...draw, length: draw.length % 10 });
  return {
    ...{ type: draw.yes ? "annual" : "professional", date_start: ukDate(from), date_end: ukDate(until) },
    ...{ status: "approved", pa: draw.pa },
  };
}
const leaveDays = (draw: Draw) => drawn({ ...draw, length: draw.length % 10 });

function ofCase(action: (args: never) => unknown, fields: (draw: Draw) => Record<string, string>): Act {
  return async (diary, draw) => {
    const own = await diary.picked(cases, draw);
    const place = (await diary.rows(sessions)).find(({ unique_ref }) => unique_ref === own?.session_ref);
    if (!own || !place) return null;
    const params = { sessionRef: place.unique_ref, caseRef: own.unique_ref };
    return { about: [dayOf(place)], ...(await diary.post(action, { version: version(own), ...fields(draw) }, params)) };
  };
}

function ofLeave(action: (args: never) => unknown, fields: (draw: Draw) => Record<string, string>): Act {
  return async (diary, draw) => {
    const own = await diary.picked(leave, draw);
    if (!own) return null;
    const sent = { version: version(own), ...fields(draw) };
    const answered = await diary.post(action, sent, { leaveRef: own.unique_ref });
    return { about: [covered(own), leaveDays(draw)], ...answered };
  };
}

export const ACTS: Record<string, Act> = {
  "add a session": async (diary, draw) => {
    const fields = { idempotency_key: newRef(), ...(await sessionFields(diary, draw)) };
    return { about: [{ from: draw.from, until: draw.from }], ...(await diary.post(sessionNew.action, fields)) };
  },
  "change a session": async (diary, draw) => {
    const own = await diary.picked(sessions, { ...draw, pick: draw.length });
    if (!own) return null;
    const fields = { version: version(own), ...(await sessionFields(diary, draw)) };
    const answered = await diary.post(session.action, fields, { sessionRef: own.unique_ref });
    return { about: [dayOf(own), { from: draw.from, until: draw.from }], ...answered };
  },
  "delete a session": async (diary, draw) => {
    const own = await diary.picked(sessions, draw);
    const preview = own && (await previewDeletion(db, diary.user.id, own.unique_ref));
    if (!own || !preview) return null;
    const { cases = 0, fees = 0 } = preview.counts["1"] ?? {};
    const counts = { sessions: 1, cases, fees };
    const asked = { choice: "1" as const, version: own.version, counts };
    const done = await refuseIfLocked(
      deleteSessions({ db, userId: diary.user.id, now: NOW }, preview, asked).then(() => null),
    );
    return { about: [dayOf(own)], status: done?.status ?? 302, locked: done?.errors[""] };
  },
  "add a case": async (diary, draw) => {
    const place = await diary.picked(sessions, draw);
    if (!place) return null;
    const fields = { idempotency_key: newRef(), ...caseFields(draw) };
    const answered = await diary.post(caseNew.action, fields, { sessionRef: place.unique_ref });
    return { about: [dayOf(place)], ...answered };
  },
  "change a case": ofCase(caseOf.action, caseFields),
  "delete a case": ofCase(caseDelete.action, () => ({})),
  "add leave": async (diary, draw) => {
    const fields = { idempotency_key: newRef(), ...leaveFields(draw) };
    return { about: [leaveDays(draw)], ...(await diary.post(leaveNew.action, fields)) };
  },
  "change leave": ofLeave(leaveEdit.action, leaveFields),
  "delete leave": ofLeave(leaveDelete.action, () => ({})),
  "change a bank holiday": async (diary, draw) => {
    const intent = ["", "remove", "restore"][draw.pick % 3] ?? "";
    const fields = { idempotency_key: newRef(), intent, day: ukDate(draw.from), name: draw.text };
    return { about: [{ from: draw.from, until: draw.from }], ...(await diary.post(publicHolidays.action, fields)) };
  },
  ...PLAN_ACTS,
  ...SETTING_ACTS,
  undo: async (diary, { pick }) => {
    const there = await undoableChanges(db, diary.user.id, NOW);
    const change = there[pick % Math.max(1, there.length)];
    if (!change) return null;
    return { about: [ALWAYS], ...(await diary.post(undo.action, {}, { undoRef: String(change.number) })) };
  },
};
