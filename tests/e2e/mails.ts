import { expect, type Page, test } from "./fixtures";

export interface LocalMail {
  subject: string;
  text: string;
}

/** A message of the queue that fails comes again after 5 s, and then after 30. */
const MAIL_WITHIN_MS = 90_000;

/**
 * Waits until the mails to an address are as wanted.
 * @param wanted what is wanted of them, newest first; undefined while they are not all there
 */
export async function mailedTo<Wanted>(
  page: Page,
  address: string,
  wanted: (mails: LocalMail[]) => Wanted | undefined,
): Promise<Wanted> {
  test.slow();
  let found: Wanted | undefined;
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`/dev/mail/?format=json&to=${encodeURIComponent(address)}`);
        found = wanted((await answer.json()) as LocalMail[]);
        return found;
      },
      { timeout: MAIL_WITHIN_MS, message: `mail to ${address}` },
    )
    .toBeDefined();
  return found as Wanted;
}

/** Waits until an address was sent so many mails. @returns them, newest first. */
export function mailsTo(page: Page, address: string, count: number): Promise<LocalMail[]> {
  return mailedTo(page, address, (mails) => (mails.length === count ? mails : undefined));
}

/** The code that a reset was asked for with. */
export function codeMailedTo(page: Page, address: string): Promise<string> {
  return mailedTo(page, address, (mails) => {
    const mail = mails.find(({ subject }) => subject.includes("code"));
    return /^\s*([A-Z0-9]{6})\s*$/m.exec(mail?.text ?? "")?.[1];
  });
}
