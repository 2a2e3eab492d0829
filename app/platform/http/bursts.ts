import { createContext } from "react-router";

/**
 * Counts one try under `key` and says whether it may go on. The outer, forgiving layer of the limits: it
 * counts for each Cloudflare location, for a minute, so nobody can lock anybody out for longer.
 */
export type Bursts = (key: string) => Promise<boolean>;

export const burstsContext = createContext<Bursts>();

/** Said with status 429. */
export const TOO_MANY_TRIES = "Too many tries. Wait a minute, then try again";

/** The network that a request comes from, as far as a limit may count it; empty where nobody says. */
export function networkOf(request: Request): string {
  return networkOfAddress(addressOf(request));
}

/** The network around it, in which one holder may have thousands of those; null where there is none. */
export function widerNetworkOf(request: Request): string | null {
  const address = addressOf(request);
  return address.includes(":") ? networkOfAddress(address, 48) : null;
}

function addressOf(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP") ?? "";
  // An address of IPv4 in the clothes of IPv6: else all of them were one network.
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/**
 * What one holder has alone: an address, and of IPv6 its first half, since the rest is theirs to choose.
 * @param bits of IPv6: 48 is what a site is given.
 */
export function networkOfAddress(address: string, bits: 64 | 48 = 64): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head.split(":").filter(Boolean);
  const after = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array<string>(zeros).fill("0"), ...after];
  return all
    .slice(0, bits / 16)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
