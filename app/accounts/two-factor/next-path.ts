/** Pages that ask for a fresh proof, and those that one comes from: nothing else is gone on to. */
const PLACES = ["account/two_factor", "admin", "delete_account", "email", "mydata", "password/change", "profile"];

/**
 * Where a step-up goes on to: `asked` when it is a path of ours that asks for one. Anything else, another site's
 * address above all, is taken as nothing asked.
 */
export function nextPath(asked: string | null, otherwise: string): string {
  if (asked === null || !/^\/(?:[\w-]+\/)+$/.test(asked)) return otherwise;
  return PLACES.some((place) => asked.startsWith(`/${place}/`)) ? asked : otherwise;
}
