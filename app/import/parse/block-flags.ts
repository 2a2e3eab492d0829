import { FLAG_WORDS, NEURAXIAL, NOT, OF_NERVES } from "~/diary/case-lines/phrases";
import { BLOCK_FLAGS, BLOCK_IDS, type BlockFlag, isBlockFlag } from "~/diary/cases/standard-options";
import type { StoredOption } from "~/diary/cases/table.server";
import type { WordMeaning } from "../fields";

/**
 * The flags that a phrase says of a block: `landmark technique, ultrasound`. None if it says that something was not
 * done.
 */
export function flagsWithin(phrase: string): BlockFlag[] {
  const words = phrase.split(" ");
  if (words.some((word) => NOT.test(word))) return [];
  const found = words.flatMap((word, at) => {
    return FLAG_WORDS.get(`${word} ${words[at + 1]}`) ?? FLAG_WORDS.get(word) ?? [];
  });
  return [...new Set(found)];
}

/** The meanings of the words of one row of the file. */
type RowWords = readonly WordMeaning[];

/** Most options of a row: a row with more is not a list of options. */
export const MAX_OPTIONS = 40;

interface RowOptions {
  /** Each once. */
  options: StoredOption[];
  /** There are several blocks, and it is not said which one a flag describes: it is noted for none. */
  unclear: boolean;
}

/**
 * Returns the options of a case, each block with its flags. A flag belongs to the block in the same word, otherwise to
 * the one in the same row of the file, otherwise to the only block of the case.
 */
export function optionsOfRows(rows: readonly RowWords[]): RowOptions {
  const found = new Map<string, Set<BlockFlag>>();
  let unclear = false;
  const give = (flags: readonly BlockFlag[], blocks: readonly string[]) => {
    for (const flag of flags) {
      const [block, ...others] = mayHave(flag, blocks);
      if (others.length > 0) unclear = true;
      else if (block !== undefined) found.get(block)?.add(flag);
    }
  };
  const left: BlockFlag[] = [];
  for (const words of rows) {
    const alone: BlockFlag[] = [];
    const blocks = new Set<string>();
    for (const meaning of words) {
      const flags = meaning.filter(isBlockFlag);
      const ids = meaning.filter((item) => !isBlockFlag(item));
      for (const id of ids) found.set(id, found.get(id) ?? new Set());
      const own = blocksOf(ids);
      for (const id of own) blocks.add(id);
      if (own.length > 0) give(flags, own);
      else alone.push(...flags);
    }
    if (blocks.size > 0) give(alone, [...blocks]);
    else left.push(...alone);
  }
  give(left, blocksOf([...found.keys()]));
  const options = [...found].map(([id, flags]) => ({ id, flags: inOrder(flags) }));
  return { options: options.slice(0, MAX_OPTIONS), unclear };
}

function blocksOf(ids: readonly string[]): string[] {
  return ids.filter((id) => BLOCK_IDS.includes(id));
}

/** The blocks that a flag may describe: beside a spinal, ultrasound was used for the nerve blocks. */
function mayHave(flag: BlockFlag, blocks: readonly string[]): string[] {
  const ofNerves = OF_NERVES.includes(flag) ? blocks.filter((id) => !NEURAXIAL.test(id)) : [];
  return ofNerves.length > 0 ? ofNerves : [...blocks];
}

function inOrder(flags: ReadonlySet<string>): string {
  return BLOCK_FLAGS.flatMap(({ value }) => (flags.has(value) ? [value] : [])).join();
}

/** The options of rows that are joined into one case. */
export function joinedOptions(all: readonly StoredOption[]): StoredOption[] {
  const flags = new Map<string, string[]>();
  for (const option of all) flags.set(option.id, [...(flags.get(option.id) ?? []), ...option.flags.split(",")]);
  return [...flags].map(([id, each]) => ({ id, flags: inOrder(new Set(each)) })).slice(0, MAX_OPTIONS);
}
