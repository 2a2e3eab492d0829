import { pathTo } from "~/platform/http/path-to";
/**
 * The page of a fee by itself, from the form of what it is for; of work that has none, the page that adds one.
 * @param owner the name of what it is for in an address
 */
export function feePath(fee: { unique_ref: string } | undefined, owner: "session" | "case", ref: string): string {
  return fee
    ? `${pathTo("/extras/:feeRef/", { feeRef: fee.unique_ref })}?from=work`
    : `/extras/new/?${owner}=${ref}&from=work`;
}
