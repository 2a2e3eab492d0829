import type { JobContext } from "~/platform/context";
import { bytesIn, MOST_BYTES, measureSize, noteSize, readSizes } from "~/platform/db/region-sizes.server";
import { placeOf } from "~/platform/places";
import { londonToday } from "~/platform/time/london";
import { writeMail } from "./outbox.server";

/** Of the largest database of D1: at each of them the keeper is written to, once. */
const MARKS_PERCENT = [70, 85] as const;
/** Below it a region that was emptied begins anew: users who come and go at a mark cause no mail each. */
const BEGINS_ANEW_PERCENT = 50;

/**
 * Notes the size of the region, and writes to the keeper when it has reached a mark: one mail for each, in the batch that
 * remembers it. The mail lies in the default region, whose cron sends it within a minute.
 */
export async function watchRegionSize({ db, commonDb, vault, site, now }: JobContext): Promise<void> {
  const [measured, sizes] = await Promise.all([measureSize(db), readSizes(commonDb)]);
  const bytes = bytesIn(measured);
  const { code, name, mostBytes } = placeOf(site.places, db.region);
  const told = sizes.find(({ region }) => region === code)?.warned_percent ?? 0;
  const { warned, isDue } = warningOf(bytes, told);
  const noted = noteSize(commonDb, { region: code, bytes, warnedPercent: warned }, now);
  if (!isDue) {
    await noted;
    return;
  }
  const content = { kind: "region-filling", name, percent: warned, bytes, isClosed: bytes >= mostBytes } as const;
  // The same mail if two crons are at it: `told` is of before both.
  const ref = `region-filling-${code}-${warned}-${londonToday(now)}`;
  const mail = await writeMail(commonDb, vault, { to: site.keeper.contact, userRef: "", content, ref }, now);
  await commonDb.batch([noted, mail.statement]);
}

/** @param told the highest mark that the keeper was told of */
export function warningOf(bytes: number, told: number): { warned: number; isDue: boolean } {
  const percent = (bytes * 100) / MOST_BYTES;
  const reached = MARKS_PERCENT.findLast((mark) => percent >= mark) ?? 0;
  if (reached > told) return { warned: reached, isDue: true };
  return { warned: percent < BEGINS_ANEW_PERCENT ? 0 : told, isDue: false };
}
