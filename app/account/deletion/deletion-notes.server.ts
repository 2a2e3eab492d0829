import { pagesOf } from "../backups/objects.server";
import { deletionRef } from "./deleted-users.server";

const NOTES = "deleted/";

/**
 * Notes in a store that an account was deleted, where a lock keeps some of its backups: a database that is lost takes its
 * own record of that along. The note names nobody.
 */
export async function noteDeletion(store: Pick<R2Bucket, "put">, userRef: string): Promise<void> {
  await store.put(await noteKey(userRef), new Uint8Array());
}

export async function hasDeletionNote(store: Pick<R2Bucket, "head">, userRef: string): Promise<boolean> {
  return (await store.head(await noteKey(userRef))) !== null;
}

/** Those of these users of whose deletion the store has a note. */
export async function notedAmong(store: Pick<R2Bucket, "list">, refs: readonly string[]): Promise<string[]> {
  const notes = new Set<string>();
  for await (const page of pagesOf(store, { prefix: NOTES })) for (const { key } of page) notes.add(key);
  const keys = await Promise.all(refs.map(noteKey));
  return refs.filter((_, at) => notes.has(keys[at] as string));
}

async function noteKey(userRef: string): Promise<string> {
  return `${NOTES}${await deletionRef(userRef)}`;
}
