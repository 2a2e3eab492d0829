import { holderOf } from "~/account/directory/names.server";
import type { RequestContext } from "~/account/guard.server";
import { pathTo } from "~/platform/http/path-to";

/** A user of another region, of whom an administrator is told no more than where they are. */
export interface UserElsewhere {
  /** Of the region: "Oceania". */
  place: string;
  /** Where an administrator of that region finds them. */
  path: string;
}

/**
 * Who of another region has exactly this username or verified address; null for nobody. An administrator sees and acts in
 * the region of their own account: see docs/decisions/0020-regions.md.
 */
export async function findElsewhere(
  { db, directory, vault, site }: Pick<RequestContext, "db" | "directory" | "vault" | "site">,
  name: string,
): Promise<UserElsewhere | null> {
  if (site.places.length === 1) return null;
  const kinds = ["username", "email"] as const;
  const holders = await Promise.all(kinds.map((kind) => holderOf({ directory, vault }, [kind, name])));
  const found = holders.find((holder) => holder !== null && holder.region !== db.region);
  const place = site.places.find(({ code }) => code === found?.region);
  if (!found || !place) return null;
  return { place: place.name, path: pathTo("/admin/users/:userRef/", { userRef: found.user_ref }) };
}
