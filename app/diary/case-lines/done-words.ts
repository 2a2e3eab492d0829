/** Words that say whether an option was used, by where they stand. */
function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Between `no` and the name of an option: `no need for aline`, `not a spinal`. */
export const OF_NOT = setOf("a an any the need for further more formal");
/** Before the name of an option: it was perhaps not done, not here, or on another day. */
export const BEFORE = setOf(
  "prev previous previously prior known hx h/o history past s/p post usual usually normally anticipated anticipating " +
    "plan plans planned planning offer offered consider considered considering consent consented discuss discussed " +
    "discussing unable inability cannot cant could couldnt would wouldnt should shouldnt will wont may might didnt " +
    "doesnt dont wasnt isnt hasnt havent never nor neither not no unsuccessful fail fails failed failing failure gave " +
    "give giving abandon abandoned abandoning avoid avoiding refuse refusal refusing decline declining instead rather " +
    "lieu cancel cancelled against unsuitable too contraindicated contra-indicated contraindication impossible " +
    "attempt attempts attempted attempting abort aborted aborting sans minus try tried trying want wants wanted wanting wish wishes wished prefer " +
    "prefers preferred need needs require requires await awaits awaiting aim aims aimed aiming intend intended " +
    "intention hope hoped hoping propose proposed request requests requested requesting suggest suggested advise " +
    "advised counselled counselling keen expect expected expecting potential predicted suspected if unless whether " +
    "off",
);
/** `last time spinal`, `trial of spinal`, `headache after spinal` */
export const BEFORE_TWO =
  /^(?:(?:last|next|other|another)(?:time|op|case|year|week|month|admission)|(?:trial|risk)of|(?:headache|pdph|haematoma|abscess|leak|palsy|damage|injury)(?:after|from|of|due))$/;
/** Words between such a word and the name: `unable to do spinal`, `not suitable for a spinal`. */
export const BETWEEN = setOf(
  "a an any the to do doing done get getting got have having has had place placing put site siting insert inserting use " +
    "using perform performing pass find achieve obtain secure establish tolerate accept proceed for of on up at with " +
    "w/ than more further second another suitable able possible fit unwell sick frail unstable need needed time him " +
    "her pt patient new good be been luck joy success r l rt lt left right attempt attempts",
);
/** After the name of an option: perhaps it was not done, or not yet. */
export const BEHIND = setOf(
  "not none nil planned declined refused abandoned avoided tomorrow later but offered considered discussed impossible " +
    "contraindicated contra-indicated c/i cancelled attempt attempts attempted tried unable cannot cant couldnt " +
    "wouldnt wont didnt wasnt isnt never unobtainable unavailable unlikely unused omitted deferred postponed withheld " +
    "aborted pending awaited standby stand-by backup back-up available requested booked ready primed yesterday " +
    "previously prev ago predicted anticipated expected suspected alert trolley if prn " +
    "weaned unachievable unsuitable inappropriate nope scrapped failure",
);
export const BEHIND_TWO =
  /^(?:(?:last|next|other)(?:time|op|year|week|month|day|admission)|no(?:good|luck|csf|joy|success|use|effect)|drytap|st(?:an|oo)d(?:by|down)|too(?:big|small|large|tight|difficult|tricky|risky|late|long|short))$/;
/** The same at the end of its part alone: `DLT no, ETT`, but not `ETT no problems`. */
export const NO_BEHIND = /^(?:no|n\/a|na)$/;
export const ALSO_BEHIND_COMMA = setOf(
  "not none nil planned declined refused abandoned avoided tomorrow later but offered considered discussed impossible " +
    "contraindicated cancelled attempted tried aborted",
);
export const NEGATION = /^(?:not|none|nil)$/;
/** Words between the name and such a word: `cell salvage set up not used`, `spinal was abandoned`. */
export const BETWEEN_BEHIND =
  /^(?:was|were|is|has|been|being|be|a|would|could|did|does|will|on|set|up|kit|probe|tube|x|x?\d|yrs?|years?|months?|weeks?|days?|due)$/;
/** After what is no block, `failed` is of the operation if that goes on: `igel failed ERCP`. */
export const FAILED = /^(?:failed|failing|unsuccessful)$/;
export const AFTER_FAILED = /^(?:x\d?|\d|so|then|now|converted|changed|due|attempts?|[-=→>]+|)$/;

/** Options that stay in place: lines, drains, epidurals, catheters and tracheostomies. */
export const STAYING = /^(?:28[1-9]|314|220|21[234]|261|14[34])$/;
export const CATHETER = /^(?:cath|catheter)s?$/;
export const LINE_WORDS = /^(?:cvc|cvp|cvl|lines?|art|epidural|epi|(?:cath|catheter)s?|&|and)$/;
/** Before what stays in place: it was there already, or was removed. */
export const STAYS = setOf(
  "existing pre-existing preexisting old own has already present indwelling removal remove removed removing ro r/o pull " +
    "pulled pulling out take taken clamp infected blocked displaced dislodged leaking migrated kinked retained broken " +
    "extubated extubation decannulated decannulation",
);
export const ARRIVED = setOf("came comes arrived arrives brought admitted transferred transfer returned back had");
/** The same after its name. */
export const STAYED = setOf(
  "already present existing insitu in-situ removal removed remove pulled fell displaced dislodged blocked infected " +
    "leaking clamped capped kinked",
);
/** Between the name and that it was there: `ETT was already in situ`. */
export const STILL = /^(?:is|was|already|still|remains|remained|left|now|ventilated|sedated|and|&)$/;
export const IN_PLACE = /^(?:in-?situ|inplace|there|present|existing|onarrival)$/;
export const DONE = setOf("done given placed sited inserted put performed in");
/** `from ED`, `by the surgeons`: others did it. */
export const ELSEWHERE =
  /^(?:in|on|from|by|at|via)(?:the)?(?:ed|a&e|a\/e|ae|resus|icu|itu|hdu|ccu|nicu|picu|wards?|dgh|paramedics?|crew|hems|surg\w*|ortho\w*|obs\w*|midwi\w*|radiolog\w*|endoscop\w*|cardiolog\w*|resp|ir|them|other|referring|another|outside)$/;
/** Where operations are done, too. */
export const REMOTE = /^(?:in|at)(?:the)?(?:obs|radiolog|endoscop|cardiolog|resp|ir)/;
/** In capitals, `AND` is an axillary node dissection. */
export const AND = /^(?:and|And|&|plus)$/;
