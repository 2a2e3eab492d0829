import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Asker } from "~/platform/context";
import type { LondonDate } from "~/platform/time/london";
import type { Profile } from "~/profile/queries.server";
import type { ReportChoices } from "./choices";
import type { Bounds } from "./period.server";
import type { ReportPeriod, ReportSection, SectionName } from "./types";

/** What the statements of a section are made from, before anything was read. */
export interface ReportScope extends Pick<Asker, "db" | "userId" | "now"> {
  today: LondonDate;
  choices: ReportChoices;
  bounds: Bounds;
  /** Of rows of `sessions` by their own name: what the filters let pass; undefined without any. */
  passes: SQL | undefined;
  /** Of rows of `sessions` by their own name: the user's of the days that are over, as the filters let them pass. */
  chosen: SQL;
  /** As `chosen`: those of the period that are still to come. */
  toCome: SQL;
  /** As `chosen`, a year earlier. */
  chosenAYearEarlier: SQL;
  /** The same thing for all sections that ask for it: a statement that several need is in the batch once. */
  once<Made>(name: string, make: () => Made): Made;
}

/** What a section is made with, once the batch was read. */
export interface ReportWorld extends Omit<ReportScope, "db">, Pick<Asker, "cipher"> {
  profile: Profile;
  period: ReportPeriod;
  /** `in this period`, with what that leaves out: for a section in which there is nothing. */
  inPeriod: string;
}

type Statement = BatchItem<"sqlite">;
type AnswersOf<Statements extends readonly Statement[]> = { [At in keyof Statements]: Awaited<Statements[At]> };

/** A section of reports: statements for the one batch, and a function from their rows to what is printed. */
export interface Section {
  name: SectionName;
  statements(scope: ReportScope): readonly Statement[];
  /** @param answers of `statements`, in their order */
  make(answers: readonly unknown[], world: ReportWorld): ReportSection | Promise<ReportSection>;
}

/** A section, its rows typed by its own statements. */
export function section<Statements extends readonly Statement[]>(
  name: SectionName,
  statements: (scope: ReportScope) => Statements,
  make: (answers: AnswersOf<Statements>, world: ReportWorld) => ReportSection | Promise<ReportSection>,
): Section {
  // The batch answers each statement with its own rows: `readReport` hands them back in their order.
  return { name, statements, make: (answers, world) => make(answers as AnswersOf<Statements>, world) };
}
