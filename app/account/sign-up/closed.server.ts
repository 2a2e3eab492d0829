import type { Site } from "~/platform/context";
import { type DatabaseSize, isFull } from "~/platform/db/database-size.server";
import type { LimitRefusal } from "../limits.server";

/** The refusal of a sign-up where no new users are taken: by the settings, or by the size of the database now. */
export function refuseClosed(site: Site, size: DatabaseSize): LimitRefusal | null {
  if (site.place.isOpen && !isFull(size, site.maxUsers)) return null;
  return { errors: { "": formatClosed(site) }, status: 422 };
}

export function formatClosed({ keeper }: Pick<Site, "keeper">): string {
  return `Daybook takes no new users at the moment. Email ${keeper.contact} to ask when it will`;
}
