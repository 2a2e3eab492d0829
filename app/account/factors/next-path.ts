import { redirect, redirectDocument } from "react-router";

/** Pages that ask for a fresh proof, and those that one comes from: nothing else is gone on to. */
const PLACES = [
  ...["account/two_factor", "admin", "delete_account", "email", "extras", "mydata", "password/change", "profile"],
  "reports/paper",
];

/** What is left for the proof of a file, and comes back under the same choices: those hold no text of anybody's. */
const VIEWS = /^\/(?:mydata\/session_data|mydata\/case_data|reports\/paper|extras)\/\?[\w.%+=&-]+$/;

/** Pages without script, which the browser's table of routes leaves out: they are opened by a full load. */
const DOCUMENTS = /^\/(?:admin|reports\/paper)\//;

/** On to a path of `nextPath`. */
export function goOn(path: string, init: ResponseInit = {}): Response {
  return DOCUMENTS.test(path) ? redirectDocument(path, init) : redirect(path, init);
}

/**
 * Where a step-up goes on to: `asked` when it is a path of ours that asks for one. Anything else, another site's
 * address above all, is taken as nothing asked.
 */
export function nextPath(asked: string | null, otherwise: string): string {
  if (asked !== null && VIEWS.test(asked)) return asked;
  if (asked === null || !/^\/(?:[\w-]+\/)+$/.test(asked)) return otherwise;
  return PLACES.some((place) => asked.startsWith(`/${place}/`)) ? asked : otherwise;
}
