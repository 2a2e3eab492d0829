import type { SignedInUser } from "~/account/login/logins.server";
import { type ReportChoices, readChoices } from "~/reports/document/choices";
import { readReport } from "~/reports/document/read.server";
import { SECTION_NAMES } from "~/reports/document/types";
import { db, NOW, vault } from "./harness";

/** What stays free in locked days: money that is still to come, time in lieu, and CPD. */
const FREE_SECTIONS = ["extra-work", "cpd"];
const FREE_BLOCKS = ["time-in-lieu"];

const sections = SECTION_NAMES.filter((name) => !FREE_SECTIONS.includes(name));

/** All that a report of these days says of their work. */
export async function reportOfDays(user: SignedInUser, from: string, until: string) {
  const { choices } = readChoices(new URLSearchParams({ period: "custom", from, until }));
  const actor = { db, cipher: vault.of(user.unique_ref), userId: user.id, now: NOW };
  const asked: ReportChoices = { ...choices, sections: [...sections], confirmed: true };
  const report = await readReport(actor as Parameters<typeof readReport>[0], asked);
  return report.sections.map((section) => ({
    ...section,
    blocks: section.blocks.filter(({ id }) => !FREE_BLOCKS.includes(id)),
  }));
}
