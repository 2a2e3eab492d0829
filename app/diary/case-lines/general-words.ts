import { wasDone } from "./done-or-not";
import { leadAt } from "./flag-words";
import type { LineReading } from "./line-reading";

/** Devices that are used in a general anaesthetic alone, a rapid sequence induction, and what keeps a patient asleep. */
const IN_GENERAL = /^(?:11[1-4]|12\d|133|20[12])$/;
const TIVA = /^201$/;
/** Next to words that go on about it: `converted to GA`, `under GA as the spinal failed`. */
const GOES_ON = /^(?:to|as|because|since|conver\w*|chang\w*)$/;

/**
 * Reads a general anaesthetic and the drugs of a TIVA, which are no options. Where an option of the line says as much, they
 * are no part of the description; else they stay there, so that the case does not lose them.
 */
export function readGeneral(reading: LineReading, at: number): number {
  const { words } = reading;
  const lead = leadAt(reading, at);
  const said = words.joined(at + lead);
  const told = /^g\/?a$/.test(said) ? IN_GENERAL : /^(?:remi(?:fentanil)?|prop(?:ofol)?)$/.test(said) ? TIVA : null;
  if (!told || reading.isUnsure(at, lead + 1) || wasDone(reading, at, lead + 1, "") !== "yes") return 0;
  if ([words.joined(at - 1), words.joined(at + lead + 1)].some((next) => GOES_ON.test(next))) return 0;
  reading.impliedBy(told, at, lead + 1);
  return lead + 1;
}
