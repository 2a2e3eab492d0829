import { upperFirst } from "~/platform/letter-case";
import { formatAlternatives, formatList } from "~/platform/time/counted";
/** A question that a person answers at a glance, and a program only if it understands it. */
export interface WordedQuestion {
  /** Ends with a question mark. */
  words: string;
  /** In the form that `answerIn` returns. */
  answer: string;
}

const NUMBERS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen".split(
    " ",
  );
const WHO = "porter gardener teacher baker painter farmer singer driver tailor dentist"
  .split(" ")
  .map((who) => `the ${who}`);
export const DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
const COLOURS = "green blue red yellow brown black white grey purple orange".split(" ");

/**
 * Questions with two numbers, of which `{n}` is the larger in a subtraction. A slot with a capital is for the start of
 * a sentence.
 */
export const SUMS: readonly { is: "+" | "-"; words: string }[] = [
  { is: "+", words: "{Who} found {n} eggs in the morning and {m} in the afternoon. How many eggs is that?" },
  {
    is: "+",
    words: "There were {n} chairs in the room, then {m} more were carried in. How many chairs are there now?",
  },
  { is: "+", words: "{N} buses stopped here before lunch, and {m} after it. How many buses stopped here?" },
  { is: "+", words: "{Who} walked {n} miles on Monday and {m} on Friday. How many miles were walked?" },
  {
    is: "+",
    words: "One tree is {n} metres high, and the one beside it is {m} metres higher. How many metres high is that one?",
  },
  { is: "+", words: "{Who} has {n} letters to write and {m} to read. How many letters is that?" },
  {
    is: "+",
    words: "The lift goes up to floor {n}, and the stairs go {m} floors higher. Which floor do the stairs end at?",
  },
  { is: "-", words: "A list began with {n} patients. {M} were put off to another day. How many were left?" },
  { is: "-", words: "{Who} had {n} pencils and gave {m} of them away. How many pencils does {who} have now?" },
  { is: "-", words: "A shelf holds {n} books. {M} of them are lent out. How many books stand on the shelf?" },
  { is: "-", words: "Of {n} biscuits on the plate {m} have been eaten. How many biscuits are left?" },
  { is: "-", words: "A box for {n} candles lacks {m}. How many candles are in the box?" },
  { is: "-", words: "{Who} planted {n} beans, and all but {m} came up. How many beans came up?" },
  { is: "-", words: "The meeting lasts {n} hours, {m} of which are over. How many hours are still to come?" },
];

/** `days`: how many days after the given day the answer is. */
export const CALENDAR: readonly { days: number; words: string }[] = [
  { days: 1, words: "Which day of the week comes straight after {day}?" },
  { days: 6, words: "Which day of the week comes straight before {day}?" },
  { days: 1, words: "If today is {day}, which day is tomorrow?" },
  { days: 6, words: "If today is {day}, which day was yesterday?" },
  { days: 2, words: "{Who} came on {day} and left two days later. On which day did {who} leave?" },
];

/** No word may belong to two kinds: none of these animals is eaten. */
export const KINDS: Readonly<Record<string, readonly string[]>> = {
  "an animal": ["otter", "tiger", "spider", "hedgehog", "parrot", "lizard", "badger", "owl"],
  "something to eat": ["bread", "cheese", "carrot", "potato", "rice", "walnut", "cherry", "soup"],
  "something to wear": ["scarf", "jacket", "glove", "shirt", "sock", "jumper", "apron", "belt"],
  "a piece of furniture": ["chair", "stool", "sofa", "wardrobe", "table", "desk"],
  "a musical instrument": ["violin", "piano", "trumpet", "flute", "drum", "harp", "guitar", "cello"],
  "a vehicle": ["train", "ferry", "bicycle", "tractor", "lorry", "tram", "aeroplane"],
  "a part of the body": ["elbow", "knee", "shoulder", "thumb", "ankle", "nose", "chin"],
};

/** Index of the answer in a row of words; negative from the end. */
export const PLACES: Readonly<Record<string, number>> = { first: 0, second: 1, third: 2, "last but one": -2, last: -1 };

export const ONE_OF_A_KIND = "Which of these is {kind}: {row}?";
export const IN_A_ROW = "Which word comes {place} in this row: {row}?";
export const CLOTHES = [
  "{Who} wears a {one} coat, a {two} hat and {three} gloves. What colour is the coat?",
  "{Who} wears a {two} coat, a {one} hat and {three} gloves. What colour is the hat?",
  "{Who} wears a {two} coat, a {three} hat and {one} gloves. What colour are the gloves?",
] as const;

function someone(): { who: string; Who: string } {
  const who = pick(WHO);
  return { who, Who: upperFirst(who) };
}

export function newQuestion(): WordedQuestion {
  return pick([sum, sum, day, kind, row, colour])();
}

function sum(): WordedQuestion {
  const { is, words } = pick(SUMS);
  const [one, other] = [2 + dice(8), 2 + dice(8)];
  const [n, m] = is === "-" && one <= other ? [other + 1, one] : [one, other];
  const spelt = { n: numeral(n), m: numeral(m) };
  const slots = { ...spelt, N: upperFirst(spelt.n), M: upperFirst(spelt.m), ...someone() };
  return { words: filled(words, slots), answer: String(is === "+" ? n + m : n - m) };
}

function day(): WordedQuestion {
  const { days, words } = pick(CALENDAR);
  const at = dice(DAYS.length);
  const answer = DAYS[(at + days) % DAYS.length] as string;
  return { words: filled(words, { day: DAYS[at] as string, ...someone() }), answer: answer.toLowerCase() };
}

function kind(): WordedQuestion {
  const [asked, ...others] = shuffled(Object.keys(KINDS));
  const answer = pick(KINDS[asked as string] as readonly string[]);
  const among = shuffled([answer, ...others.slice(0, 3).map((other) => pick(KINDS[other] as readonly string[]))]);
  return { words: filled(ONE_OF_A_KIND, { kind: asked as string, row: formatAlternatives(among) }), answer };
}

function row(): WordedQuestion {
  const words = shuffled(Object.values(KINDS).flat()).slice(0, 4 + dice(2));
  const place = pick(Object.keys(PLACES));
  const answer = words.at(PLACES[place] as number) as string;
  return { words: filled(IN_A_ROW, { place, row: formatList(words) }), answer };
}

function colour(): WordedQuestion {
  const [one = "", two = "", three = ""] = shuffled(COLOURS);
  return { words: filled(pick(CLOTHES), { one, two, three, ...someone() }), answer: one };
}

/** Words that may surround an answer. */
const AROUND = new Set(
  "a an the it is its it's was that thats on in of they there are answer day word number colour".split(" "),
);

/**
 * Reads an answer: one number, in digits or words, or one word, with the words that people add: "11", "Eleven.", "It is
 * a violin".
 * @returns null when there is no answer or more than one: sending all words of a question does not answer it
 */
export function answerIn(typed: string): string | null {
  const words = typed.toLowerCase().match(/\d+|[a-z']+/g) ?? [];
  const [answer, ...more] = words.filter((word) => !AROUND.has(word));
  if (answer === undefined || more.length > 0) return null;
  const number = NUMBERS.indexOf(answer);
  return number === -1 ? answer.replace(/^0+(?=\d)/, "") : String(number);
}

/** The number, in digits one time in three, else in words. */
function numeral(n: number): string {
  return dice(3) === 0 ? String(n) : (NUMBERS[n] as string);
}

function filled(words: string, slots: Readonly<Record<string, string>>): string {
  return words.replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? "");
}

function pick<Item>(list: readonly Item[]): Item {
  return list[dice(list.length)] as Item;
}

function shuffled<Item>(list: readonly Item[]): Item[] {
  const left = [...list];
  return list.map(() => left.splice(dice(left.length), 1)[0] as Item);
}

/** A random number below `sides`. The slight bias of the remainder gives no advantage. */
function dice(sides: number): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] as number) % sides;
}
