/** The network that a request comes from, as far as a limit may count it; empty where nobody says. */
export function networkOf(request: Request): string {
  return networkOfAddress(request.headers.get("CF-Connecting-IP") ?? "");
}

/** What one holder has alone: an address, and of IPv6 its first half, since the rest is theirs to choose. */
export function networkOfAddress(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head.split(":").filter(Boolean);
  const after = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array<string>(zeros).fill("0"), ...after];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
