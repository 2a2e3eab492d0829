import { createContext } from "react-router";

/**
 * Counts one try under `key` and returns whether it is allowed. This is the outer, lenient layer of the limits: it
 * counts for each Cloudflare location, for one minute, so that no one can be locked out for longer.
 */
export type BurstLimiter = (key: string) => Promise<boolean>;

export const burstLimiterContext = createContext<BurstLimiter>();

/** Message of status 429. */
export const TOO_MANY_TRIES = "Too many tries. Wait a minute, then try again";

/** The network that a request comes from, as limits count it; empty if the address is unknown. */
export function networkOf(request: Request): string {
  return networkOfAddress(addressOf(request));
}

/** The /48 network around it, for IPv6: one holder may have thousands of /64 networks. Null for IPv4. */
export function widerNetworkOf(request: Request): string | null {
  const address = addressOf(request);
  return address.includes(":") ? networkOfAddress(address, 48) : null;
}

function addressOf(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP") ?? "";
  // An IPv4 address mapped to IPv6: without this all of them would count as one network.
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/**
 * The part of an address that identifies one holder: an IPv4 address as a whole, and the first `bits` of IPv6, since
 * the holder chooses the rest.
 * @param bits for IPv6: 64 by default; 48 is the size that a site is given
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
