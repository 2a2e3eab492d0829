import { readPhrase } from "./anaesthetic-words";
import { readAsa } from "./asa-words";
import { readBirth } from "./birth-words";
import { ENDS_BEFORE, isReversed } from "./clock-words";
import { wasDone } from "./done-or-not";
import { leadAt, readFlag } from "./flag-words";
import type { NamedOption, ReadLine } from "./line-case";
import { LineReading } from "./line-reading";
import { LineWords } from "./line-words";
import { readAge, readSex } from "./patient-words";
import { timesAt } from "./times";

/** Devices that are used in a general anaesthetic alone, a rapid sequence induction, and what keeps a patient asleep. */
const IN_GENERAL = /^(?:11[1-4]|12\d|133|20[12])$/;
const TIVA = /^201$/;
/** Next to words that go on about it: `converted to GA`, `under GA as the spinal failed`. */
const GOES_ON = /^(?:to|as|because|since|conver\w*|chang\w*)$/;

/**
 * Reads a general anaesthetic and the drugs of a TIVA, which are no options. Where an option of the line says as much, they
 * are no part of the description; else they stay there, so that the case does not lose them.
 */
function readGeneral(reading: LineReading, at: number): number {
  const { words } = reading;
  const lead = leadAt(reading, at);
  const said = words.joined(at + lead);
  const told = /^g\/?a$/.test(said) ? IN_GENERAL : /^(?:remi(?:fentanil)?|prop(?:ofol)?)$/.test(said) ? TIVA : null;
  if (!told || reading.isUnsure(at, lead + 1) || wasDone(reading, at, lead + 1, "") !== "yes") return 0;
  if ([words.joined(at - 1), words.joined(at + lead + 1)].some((next) => GOES_ON.test(next))) return 0;
  reading.impliedBy(told, at, lead + 1);
  return lead + 1;
}

/** Most characters of a line that are read; the rest is ignored. */
export const MAX_CHARACTERS = 1_000;
/** The readers of words, most reliable first: each returns the number of words that it understood. */
const READERS = [readTimes, readBirth, readAge, readSex, readAsa, readFlag, readPhrase, readGeneral] as const;

/**
 * Reads a case as an anaesthetist jots it down: `67F 3 urgent lap appendix rsi ett 1405-1530 st5`. The grammar is
 * fixed: age, sex and ASA grade come before the operation, times and named things anywhere, and the rest is the
 * description. Anything that could be read in two ways is left in the description with a question. Never throws.
 * @param own the user's own options, which are recognised by their whole label
 */
export function readLine(line: string, own: readonly NamedOption[] = []): ReadLine {
  const words = new LineWords(line.slice(0, MAX_CHARACTERS));
  const reading = new LineReading(words, own);
  for (let at = 0; at < words.count; ) {
    let count = 0;
    for (const read of READERS) count ||= read(reading, at);
    if (count === 0) reading.passOver(at);
    at += count || 1;
  }
  return reading.done();
}

function readTimes(reading: LineReading, at: number): number {
  const found = timesAt(reading.words, at, reading.said.has("age"));
  if (!found) return 0;
  if (found.ask) return reading.ask(at, found.count, found.ask, { field: "times" });
  const { start_minute, end_minute } = reading.result;
  const isStart = found.lone !== undefined && start_minute === null;
  const start = isStart ? found.lone : found.start;
  const end = isStart ? undefined : (found.lone ?? found.end);
  if ((start !== undefined && start_minute !== null) || (end !== undefined && end_minute !== null)) {
    return reading.ask(at, found.count, "Two times are given", { field: "times" });
  }
  const [first, last] = [start ?? start_minute, end ?? end_minute];
  if (first !== null && last !== null && isReversed(first, last)) {
    return reading.ask(at, found.count, ENDS_BEFORE, { field: "times" });
  }
  const values = {
    ...(start === undefined ? {} : { start_minute: start }),
    ...(end === undefined ? {} : { end_minute: end }),
  };
  return reading.take(at, found.count, {
    ...{ field: "times", values, check: found.check ?? (isStart ? "Read as the start" : undefined) },
  });
}
