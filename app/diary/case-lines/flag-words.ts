import { BLOCK_IDS, type BlockFlag } from "../cases/standard-options";
import { isDenied } from "./done-or-not";
import type { LineCase } from "./line-case";
import type { LineReading } from "./line-reading";
import { FLAG_WORDS, NEURAXIAL, normalPhrase, OF_NERVES } from "./phrases";

export const MAX_WORDS_OF_A_PHRASE = 5;
const LEADS = /^(?:with|w\/|w|and|&|plus|then|under|sup|supervising|supervised|teaching|assisting)$/;

/** Reads a flag of a block, before or after the block: `us`. */
export function readFlag(reading: LineReading, at: number): number {
  const { words, lastBlock } = reading;
  const lead = leadAt(reading, at);
  for (const count of [lead + 2, lead + 1]) {
    const flag = FLAG_WORDS.get(normalPhrase(words.phrase(at + lead, count - lead)));
    // `labour epidural + failed forceps`: here the operation failed, not the block.
    const isApart =
      /[+,]/.test(words.typed(at - 1, 2)) && /^[a-z]/.test(words.joined(at + count)) && !words.endsPart(at + count - 1);
    if (!flag || isDenied(reading, at) || (flag === "failed" && isApart && !reading.meaning(at + count, 1))) continue;
    const next = blockAt(reading, at + count);
    const last = lastBlock?.end === at ? lastBlock.id : null;
    // Between a spinal and a nerve block, the ultrasound belongs to the nerve block; `FIB, failed spinal` speaks of the spinal.
    if (flag === "failed" && last && next && !isApart && !NEURAXIAL.test(last) && !words.endsPart(at + count - 1)) {
      return reading.ask(at, count, "Which of the two blocks failed? Choose it below", { field: "flags" });
    }
    const isOfNext = last && NEURAXIAL.test(last) && OF_NERVES.includes(flag);
    const block = next && (isOfNext || (flag === "failed" && isApart)) ? next : (last ?? next);
    if (!block) continue;
    if (lastBlock) lastBlock.end = at + count;
    return reading.take(at, count, { field: "flags", values: flagged(reading, block, flag) });
  }
  return 0;
}

/** The flags of all blocks with one more. */
export function flagged({ result }: LineReading, block: string, flag: BlockFlag): Pick<LineCase, "block_flags"> {
  const flags = new Set([...(result.block_flags[block] ?? []), flag]);
  return { block_flags: { ...result.block_flags, [block]: [...flags] } };
}

/** Number of words that only introduce what follows: "with ST5", "teaching a med student". */
export function leadAt({ words }: LineReading, at: number): number {
  // In capitals, `AND` is an axillary node dissection.
  if (!LEADS.test(words.joined(at)) || words.typed(at) === "AND") return 0;
  return words.joined(at + 1) === "a" ? 2 : 1;
}

function blockAt(reading: LineReading, at: number): string | null {
  for (let count = MAX_WORDS_OF_A_PHRASE; count > 0; count -= 1) {
    const found = reading.meaning(at, count);
    if (found?.field === "procedure" && BLOCK_IDS.includes(found.id)) return found.id;
  }
  return null;
}
