import { LinkButton } from "~/ui/button";
import type { FeeAmounts } from "../rules";

interface FeeLinkProps {
  fee: FeeAmounts | null;
  /** Address of the fee's page, or of the one that adds it; null without a link. */
  path: string | null;
}

/** Leads to the fee of work that cannot be changed itself. */
export function FeeLink({ fee, path }: FeeLinkProps) {
  if (path === null) return null;
  return <LinkButton to={path}>{fee ? "Edit fee" : "Add a fee"}</LinkButton>;
}
