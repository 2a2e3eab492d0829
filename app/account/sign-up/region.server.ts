import type { AppContext } from "~/platform/context";
import { isFull, noteSize, type RegionSize, readSizes } from "~/platform/db/region-sizes.server";
import { upperFirst } from "~/platform/letter-case";
import { type Place, placeOf } from "~/platform/places";
import type { LimitRefusal } from "../limits.server";

/** The list of regions on Create Account. There is none where Daybook has but one region. */
export interface RegionQuestion {
  region?: { name: "region"; label: string; hint: string; choices: { value: string; label: string }[] };
}

const LABEL = "Where your data is stored";
const WITHOUT_LINK = "Create an account without the link to choose another place";
const HINT =
  "Your account, diary and backups. Guaranteed means that they never leave that place. You cannot change this yourself later.";

/**
 * The regions that take new users: open in the settings, and below their marks when they were last measured. Where there is
 * only one, no page waits for its size: it says that it is full when the form is sent.
 */
export async function openPlaces({ site, commonDb }: AppContext): Promise<Place[]> {
  if (site.places.length === 1) return site.places.filter(({ isOpen }) => isOpen);
  const sizes = await readSizes(commonDb);
  const isKnownFull = (place: Place) => sizes.some((size) => size.region === place.code && isFull(size, place));
  return site.places.filter((place) => place.isOpen && !isKnownFull(place));
}

/**
 * Asks for one of the regions that take new users, the nearest first: also where only one of several is left, so that
 * nobody's data goes where they have not read of.
 * @param nearest codes of all regions, nearest to the visitor first
 */
export function regionQuestion({ site }: AppContext, open: readonly Place[], nearest: readonly string[] = []) {
  if (site.places.length === 1) return {};
  const byDistance = open.toSorted((one, other) => nearest.indexOf(one.code) - nearest.indexOf(other.code));
  const choices = byDistance.map((each) => ({ value: each.code, label: choiceOf(each) }));
  return { region: { name: "region", label: LABEL, hint: HINT, choices } } satisfies RegionQuestion;
}

/** Short: a phone cuts off what is longer than its list. */
function choiceOf({ name, isGuaranteed }: Place): string {
  return `${upperFirst(name)}, ${isGuaranteed ? "guaranteed" : "not guaranteed"}`;
}

/** As `regionQuestion`, on a page that a mailed link opened: the region that was chosen before. */
export function regionOfLink(app: AppContext) {
  return regionQuestion(app, [placeOf(app.site.places, app.db.region)]);
}

/**
 * The refusal of a sign-up to a region that takes no new users; null where this one does. It may have filled since it was
 * measured: its size now counts, and is noted for others who are about to choose.
 */
export async function refuseRegion(
  app: AppContext,
  { chosen, hasLink, size }: SentRegion,
): Promise<LimitRefusal | null> {
  const here = placeOf(app.site.places, app.db.region);
  const isFullNow = isFull(size, here);
  const [takesUsers, isKnown] = [here.isOpen && !isFullNow, ["", here.code].includes(chosen)];
  if (takesUsers && isKnown) return null;
  if (isFullNow) await noteSize(app.commonDb, here.code, size, app.now);
  const open = (await openPlaces(app)).filter((each) => each !== here || takesUsers);
  const words =
    open.length > 0
      ? `${isKnown ? upperFirst(here.name) : "That place"} takes no new users any more. ${hasLink ? WITHOUT_LINK : next(open)}`
      : formatClosed(app);
  return { errors: { "": words }, status: 422 };
}

function next(open: readonly Place[]): string {
  if (open.length > 1) return "Choose another place, then send this form again";
  return `Send this form again to store your data in ${open.map(({ name }) => name).join()} instead`;
}

interface SentRegion {
  /** That of the database, unless it was taken off the settings or none was sent. */
  chosen: string;
  /** Whether a mailed link opened the page. */
  hasLink: boolean;
  /** That of the region now. */
  size: RegionSize;
}

export function formatClosed({ site }: Pick<AppContext, "site">): string {
  return `Daybook takes no new users at the moment. Email ${site.keeper.contact} to ask when it will`;
}
