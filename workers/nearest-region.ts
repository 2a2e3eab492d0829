import type { Location, Region } from "./regions";

/** What Cloudflare tells of where a request comes from; each may be missing. */
export type Whereabouts = Partial<
  Pick<IncomingRequestCfProperties, "continent" | "country" | "isEUCountry" | "latitude" | "longitude">
>;

type Point = readonly [latitude: number, longitude: number];

/** Roughly the middle of each place, as it is lived in. */
const MIDDLES: Record<Location, Point> = {
  eu: [49, 9],
  weur: [48, 3],
  eeur: [50, 20],
  fedramp: [39, -98],
  enam: [40, -77],
  wnam: [39, -120],
  apac: [15, 110],
  oc: [-33, 150],
};
const CONTINENTS: Partial<Record<string, Point>> = {
  AF: [2, 20],
  AN: [-80, 0],
  AS: [28, 95],
  EU: [50, 12],
  NA: [40, -95],
  OC: [-33, 150],
  SA: [-15, -58],
};

/** Of the EEA without the European Union, and the United Kingdom: the same law of data, or one held to be its equal. */
const BESIDE_THE_UNION = ["GB", "IS", "LI", "NO"];

/**
 * The regions, nearest to the visitor first; as in the settings for one of whom nothing is known. For visitors of the
 * European Union, the EEA and the United Kingdom a region that is guaranteed to be in the Union comes first.
 */
export function regionsByDistance(from: Whereabouts | undefined, regions: readonly Region[]): Region[] {
  const point = pointOf(from);
  const isByLaw = from?.isEUCountry === "1" || BESIDE_THE_UNION.includes(from?.country ?? "");
  const distance = ({ location }: Region) => {
    if (isByLaw && location === "eu") return -1;
    return point ? angleBetween(point, MIDDLES[location]) : 0;
  };
  return regions.toSorted((one, other) => distance(one) - distance(other));
}

function pointOf(from: Whereabouts | undefined): Point | null {
  const [latitude, longitude] = [Number.parseFloat(from?.latitude ?? ""), Number.parseFloat(from?.longitude ?? "")];
  if (!Number.isNaN(latitude) && !Number.isNaN(longitude)) return [latitude, longitude];
  return CONTINENTS[from?.continent ?? ""] ?? null;
}

/** Angle between two points on the globe, in radians. */
function angleBetween([lat1, lon1]: Point, [lat2, lon2]: Point): number {
  const [a, b, turn] = [lat1, lat2, lon2 - lon1].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const cosine = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(turn);
  return Math.acos(Math.min(1, Math.max(-1, cosine)));
}
