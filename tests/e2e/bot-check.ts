import { answerOfQuestion } from "../support/answer-to";
import { expect, type Page } from "./fixtures";

/** As a person does: waits for the widget where script draws one, else answers the question. */
export async function passBotCheck(page: Page): Promise<void> {
  const question = page.getByLabel(/\?$/);
  await expect(question.or(page.getByText("Local check passed"))).toBeVisible();
  if (await question.isVisible()) await answerQuestion(page);
}

/** Not before the field is on again: until then the question may be the one before. */
export async function answerQuestion(page: Page): Promise<void> {
  const question = page.getByLabel(/\?$/);
  await expect(question).toBeEnabled();
  await question.fill(answerOfQuestion(await questionOf(page)));
}

export function questionOf(page: Page): Promise<string> {
  return page.locator("label", { hasText: /\?$/ }).innerText();
}
