import { expect, test } from "vitest";
import { allRows, isWritten, type Rows, unversioned } from "../../support/every-row";
import { forms, post, worldFor, worldWithTwinFor } from "../../support/form-worlds";
import { type Fields, waysOf } from "../../support/valid-forms";
import { saveAgain, watchedDatabase } from "../../support/watched-database";

/** They change what no form of that row shows: of an account all but its level, and of plans the days that they all have. */
const KEEPS_VERSION: Record<string, string[]> = {
  "account/profile.tsx": ["users"],
  "email/take-back.tsx": ["users"],
  "email/verify-email.tsx": ["users"],
  "help.tsx": ["profiles"],
  "leave/public-holidays.tsx": ["job_plans"],
  "password/change.tsx": ["users"],
  "password/reset.tsx": ["users"],
  "terms.tsx": ["users"],
};

function unversionedBy(path: string, before: Rows, after: Rows): string[] {
  return unversioned(before, after).filter((table) => !KEEPS_VERSION[path]?.includes(table));
}

test.each(forms)("$path accepts its own form, and writes it", async ({ path, action, form }) => {
  const world = await worldWithTwinFor(form);
  const { database, written } = watchedDatabase();
  const { status } = await post(action, form, world, world.fields, world.mine.params, database);
  const after = await allRows();
  const changed = isWritten(world.before, after);
  const theirsStands = !isWritten(world.before, after, world.theirs.user.unique_ref);
  expect(unversionedBy(path, world.before, after)).toEqual([]);
  // What its statements name decides which rows hostile-forms.alone.test.ts looks at: they must not miss a write.
  const unnamed = after.filter(({ name, rows }, at) => {
    return !written.has(name) && JSON.stringify(rows) !== JSON.stringify(world.before[at]?.rows);
  });
  expect([status, changed, unnamed.map(({ name }) => name), theirsStands]).toEqual([
    ...[form.answer ?? 302, !form.asks],
    ...[[], true],
  ]);
});

/** To restore what is in use changes nothing, nor to choose or show what is chosen or shown. */
const AS_IT_WAS: Record<string, string> = {
  "extras/extras.tsx": "tax_basis",
  "extras/payer.tsx": "restore",
  "extras/rate.tsx": "restore",
  "help.tsx": "show",
  "logbook/option.tsx": "restore",
};

const withButtons = forms.filter(({ form }) => form.ways || Array.isArray(form.deletes));

test.each(
  withButtons,
)("$path leaves what others have, though it is the same, whichever of its buttons is pressed", async ({
  path,
  action,
  form,
}) => {
  /** An option that a case has cannot be deleted. */
  const refused = path === "logbook/option.tsx" ? "delete" : null;
  const answers = [];
  for (let way = 1, count = 2; way < count; way += 1) {
    const world = await worldWithTwinFor(form);
    const all = waysOf(form, world.mine);
    count = all.length;
    const { status } = await post(action, form, world, { ...world.fields, ...all[way] });
    const after = await allRows();
    answers.push({
      way: all[way],
      isAccepted: status === (form.answer ?? 302),
      isWritten: isWritten(world.before, after),
      isTheirsWritten: isWritten(world.before, after, world.theirs.user.unique_ref),
      unversioned: unversionedBy(path, world.before, after),
    });
  }
  const wanted = answers.map(({ way }) => {
    const isAccepted = way?.intent !== refused;
    return {
      way,
      isAccepted,
      isWritten: isAccepted && way?.intent !== (AS_IT_WAS[path] ?? ""),
      isTheirsWritten: false,
      unversioned: [],
    };
  });
  expect(answers).toEqual(wanted);
});

/** The answers of a page that showed rows at other versions; null where they name no version. */
function atOtherVersion(fields: Fields): Fields | null {
  const others = Object.entries(fields).map(([name, value]): [string, string | string[]] => {
    if (/(^|\.)version$/.test(name)) return [name, "7"];
    return [name, typeof value === "string" ? value.replace(/^((?:\w+\/)?[\w-]{22}[./])1$/, "$17") : value];
  });
  return others.some(([name, value]) => value !== fields[name]) ? Object.fromEntries(others) : null;
}

/** Buttons of such pages that change no row that the page showed. */
const OF_NO_ROW = ["logins", "move", "mail_off", "tax_basis"];
const versioned = new Set<string>();

/** Each way of a form whose answers name a version, with a world of its own: its valid answers, and those of older rows. */
async function* versionedWays({ path, form }: (typeof forms)[number]) {
  // The version of the terms is no row's.
  if (path === "terms.tsx") return;
  for (let at = 0, count = 1; at < count; at += 1) {
    const world = await worldFor(form);
    const all = waysOf(form, world.mine);
    count = all.length;
    const [way, fields] = [all[at], { ...world.fields, ...all[at] }];
    const others = atOtherVersion(fields);
    if (!others || OF_NO_ROW.includes(String(way?.intent))) continue;
    versioned.add(path);
    yield { way, world, fields, others };
  }
}

test.each(
  forms,
)("$path is refused at another version, and when somebody saves the same between its reading and its writing, whichever of its buttons is pressed, and writes nothing", async (each) => {
  for await (const { way, world, fields, others } of versionedWays(each)) {
    const { status } = await post(each.action, each.form, world, others);
    expect([way, status, isWritten(world.before, await allRows())]).toEqual([way, 409, false]);
    let saved = world.before;
    const { database } = watchedDatabase(async () => {
      await saveAgain(world.mine.user.id);
      saved = await allRows();
    });
    const late = await post(each.action, each.form, world, fields, world.mine.params, database);
    expect([way, late.status, isWritten(saved, await allRows())]).toEqual([way, 409, false]);
  }
});

test("what is edited or deleted names the version that its page showed", () => {
  expect([...versioned].sort()).toEqual([
    ...["account/profile.tsx", "admin/user.tsx", "extras/extras.tsx", "extras/fee.tsx"],
    ...["extras/payer.tsx", "extras/rate.tsx", "extras/timesheet.tsx", "job-plans/element-remove.tsx"],
    ...["job-plans/element-restore.tsx", "job-plans/element.tsx", "job-plans/plan-delete.tsx"],
    ...["job-plans/plan-end.tsx", "job-plans/plan-form.tsx", "job-plans/recalculate.tsx", "leave/leave-delete.tsx"],
    ...["leave/leave-form.tsx", "leave/leave-sessions.tsx", "leave/leave-sick.tsx"],
    ...["leave/lieu-line.tsx", "leave/settings.tsx"],
    ...["logbook/case-delete.tsx", "logbook/case.tsx", "logbook/option.tsx"],
    ...["logbook/session-delete.tsx", "logbook/session-outcome.tsx", "logbook/session.tsx"],
    ...["mydata/case-data.tsx", "mydata/session-data.tsx"],
    ...["reports/cpd-form.tsx", "reports/reflections.tsx", "reports/saved.tsx"],
  ]);
});
