import type { Site } from "~/platform/context";
import { type DatabaseSize, isFull } from "~/platform/db/database-size.server";
import type { LimitRefusal } from "../limits.server";

/** Whether no new users are taken: by the settings, or by the size of the database now. */
export function isClosed({ place, maxUsers }: Site, size: DatabaseSize): boolean {
  return !place.isOpen || isFull(size, maxUsers);
}

/** The refusal of a sign-up where no new users are taken. */
export function refuseClosed(site: Site, size: DatabaseSize): LimitRefusal | null {
  return isClosed(site, size) ? { errors: { "": formatClosed(site) }, status: 422 } : null;
}

export function formatClosed({ keeper, place, otherRegions }: Site): string {
  if (otherRegions.some(({ isOpen }) => isOpen))
    return `Daybook takes no new users in ${place.name} at the moment. Create your account in another region`;
  return `Daybook takes no new users at the moment. Email ${keeper.contact} to ask when it will`;
}
