import { SYNC_TAG } from "./addresses";

/** Asks the browser to send what waits once there is a connection, where it can: the page may be closed by then. */
export async function askForSync(): Promise<void> {
  const worker = (await navigator.serviceWorker?.ready) as
    | (ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } })
    | undefined;
  await worker?.sync?.register(SYNC_TAG).catch(() => {});
}
