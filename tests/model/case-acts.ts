import { expect } from "vitest";
import { deleteCase } from "~/diary/cases/write.server";
import * as model from "./model";
import * as real from "./real";
import { picked } from "./session-acts";

type Model = model.Model;
type Real = real.Real;

interface CaseAct {
  pick: number;
  draft: real.CaseDraft;
}

export async function addCase(
  { pick, draft, times, twice }: CaseAct & { times: real.CaseDraft["times"]; twice: boolean },
  now: Model,
  diary: Real,
) {
  const session = picked(now.sessions, pick);
  const sent = { ...draft, times };
  const send = await real.caseToAdd(diary, session.ref, sent);
  expect(await send()).toBe(null);
  if (twice) expect(await send()).toBe(null);
  const made = await real.newCases(diary, now.cases);
  expect(made).toHaveLength(1);
  model.write(now, (number) => now.cases.push(caseAfter(now, { ref: made[0] as string, session }, sent, number)));
}

export async function editCase({ pick, draft, stale }: CaseAct & { stale: number }, now: Model, diary: Real) {
  const found = picked(now.cases, pick);
  const session = now.sessions.find(({ ref }) => ref === found.session) as model.ModelSession;
  const isStale = stale === 0 && found.version > 1;
  const refused = await real.editCase(diary, session.ref, found.ref, draft, found.version - (isStale ? 1 : 0));
  if (isStale) return expect(refused).toMatchObject({ status: 409 });
  expect(refused).toBe(null);
  model.save(now, (number) => {
    const saved = caseAfter(now, { ref: found.ref, session }, draft, number);
    now.cases = now.cases.map((each) => (each === found ? saved : each));
  });
}

function caseAfter(
  now: Model,
  { ref, session }: { ref: string; session: model.ModelSession },
  draft: real.CaseDraft,
  version: number,
): model.ModelCase {
  const { times, age, asa, text, airway, procedures, flags } = draft;
  const start = times && model.firstAt(session.start, times[0]);
  const end = times && model.firstAt(start ?? session.start, times[1]);
  const known = now.labels.find((label) => label.toLowerCase() === draft.label.toLowerCase());
  if (draft.label && !known) now.labels.push(draft.label);
  const own = known ?? draft.label;
  const options = [
    ...airway.map((id) => `airway:${id}:`),
    ...procedures.map(
      (id) =>
        `procedure:${id}:${id === "241" ? ["ultrasound", "failed"].filter((flag) => flags.includes(flag)).join() : ""}`,
    ),
    ...(own ? [`airway:${own}:`] : []),
  ].sort();
  return {
    ref,
    session: session.ref,
    start,
    end,
    age,
    asa,
    text,
    options,
    version,
    fee: model.feeAfter(draft.pence, version),
  };
}

export async function removeCase({ pick }: { pick: number }, now: Model, diary: Real) {
  const found = picked(now.cases, pick);
  const deleted = await deleteCase(real.writer(diary), found.session, found.ref, found.version);
  if ("errors" in deleted || !deleted.undo) throw new Error(`Not deleted: ${JSON.stringify(deleted)}`);
  model.write(now, () => model.removeRows(now, [], [found]));
  expect(deleted.undo).toBe(String(now.last));
}

/** Labels of options that a case has, or that one may bring back within the hour, stay. */
export async function removeOption({ pick }: { pick: number }, now: Model, diary: Real) {
  const label = picked(now.labels, pick);
  const kept = now.changes.flatMap(({ rows }) => [...rows.values()].map(({ before }) => before));
  const used = [...now.cases, ...kept].some(
    (row) => row && "options" in row && row.options.some((option) => option.split(":")[1] === label),
  );
  const { refusal } = await real.deleteOption(diary, label);
  expect(refusal === undefined).toBe(!used);
  if (used) return;
  now.labels = now.labels.filter((each) => each !== label);
  // A change, which this model does not undo.
  now.last += 1;
}
