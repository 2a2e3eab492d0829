import { machineNow } from "~/platform/time/clock";
import { DEVICE, FORGET, WORKER } from "./addresses";
import { allOf, clearKept, type Device, forgetDevice, put } from "./outbox";
import { post } from "./sending";

export type SwitchFault = "offline" | "login" | "storage" | "many" | "failed";

/** Switches this browser on for the account that is logged in. */
export async function switchOn(name: string, listsSessions: boolean): Promise<SwitchFault | null> {
  try {
    // Before the server is told: where nothing can be kept nothing is switched on.
    await allOf("devices");
    if (!("serviceWorker" in navigator)) return "storage";
  } catch {
    return "storage";
  }
  const answer = await post(DEVICE, { name, consent: listsSessions });
  if (!answer) return "offline";
  if (answer.status === 422) return "many";
  if (!answer.ok) return answer.status === 401 || answer.status === 403 ? "login" : "failed";
  const made = (await answer.json()) as Pick<Device, "account" | "publicKey" | "sessions"> & { device: string };
  const { device: ref, account, publicKey, sessions } = made;
  await put("devices", { ref, account, publicKey, sessions, listsSessions, since: machineNow() });
  // Not to be cleared when the disk fills up; a browser may refuse.
  await navigator.storage?.persist?.().catch(() => false);
  await registerWorker();
  return null;
}

/** With each page, so that a new deployment's page is kept soon. */
export async function registerWorker(): Promise<void> {
  await navigator.serviceWorker.register(WORKER, { scope: "/", updateViaCache: "none" });
}

export type ForgetFault = "offline" | "login" | "account" | "failed";

/**
 * Removes all that this browser keeps, and tells the server.
 * @returns what prevented it; what it keeps of another account stays
 */
export async function forgetAll(): Promise<ForgetFault | null> {
  for (const { ref } of await allOf("devices")) {
    const answer = await post(FORGET, { device: ref });
    if (!answer) return "offline";
    if (!answer.ok && answer.status !== 410) return FORGET_FAULTS[answer.status] ?? "failed";
    await forgetDevice(ref);
  }
  await clearKept();
  return null;
}

const FORGET_FAULTS: Record<number, ForgetFault> = { 401: "login", 403: "account" };
