import type { Site } from "~/platform/context";
import { isFull, MAX_BYTES, type regionSizes } from "~/platform/db/region-sizes.server";
import { upperFirst } from "~/platform/letter-case";
import { formatCounted } from "~/platform/time/counted";
import { formatMoment } from "~/platform/time/instants";

type Size = typeof regionSizes.$inferSelect;

/** All regions with their sizes and users, as the cron noted them last. */
export function listedRegions(places: Site["places"], sizes: readonly Size[], now: number) {
  return places.map((place) => {
    const { code, name, isGuaranteed, isOpen, maxUsers } = place;
    const size = sizes.find(({ region }) => region === code);
    return {
      code,
      name: `${upperFirst(name)}${isGuaranteed ? "" : ", not guaranteed"}`,
      size: size ? `${formatGigabytes(size.bytes)}, ${Math.floor((size.bytes * 100) / MAX_BYTES)} %` : null,
      users: size ? formatUsers(size.users, maxUsers) : null,
      noted: size ? formatMoment(size.noted_at, now) : null,
      state: !isOpen ? ("closed" as const) : size && isFull(size, place) ? ("full" as const) : ("open" as const),
    };
  });
}

export type ListedRegion = ReturnType<typeof listedRegions>[number];

/** `1,204 of 1,600 users`. */
function formatUsers(users: number, most: number | null): string {
  const [now, mark] = [users, most].map((n) => n?.toLocaleString("en-GB"));
  return mark ? `${now} of ${mark} users` : formatCounted(users, "user");
}

function formatGigabytes(bytes: number): string {
  return bytes < 10_000_000 ? "less than 0.01 GB" : `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}
