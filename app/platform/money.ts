/** The most that one fee may be: £99,999.99. */
export const MAX_PENCE = 9_999_999;

/** The name of an amount of money in the messages of its field. */
interface MoneyName {
  name: "fee" | "rate" | "price" | "payment" | "study cost";
  /** What a blank field means, as part of a message. */
  blank: string;
  /** Upper limit in pence; by default that of a fee. */
  most?: number;
}

export const FEE: MoneyName = { name: "fee", blank: "leave it blank for none" };

/**
 * Reads a typed amount of money.
 * @returns whole pence; null when blank; the message when it is not valid
 */
export function readFee(typed: string, { name, blank, most = MAX_PENCE } = FEE): number | null | { problem: string } {
  const clean = plainNumber(typed);
  if (clean === "") return null;
  const parts = /^(-?)(\d*)(?:\.(\d*))?$/.exec(clean);
  const [, minus, pounds = "", decimals = ""] = parts ?? [];
  if (!parts || pounds + decimals === "") return { problem: `Enter the ${name} in pounds, such as 1200 or 310.50` };
  const exact = decimals.replace(/0+$/, "");
  if (exact.length > 2) return { problem: `Enter the ${name} in whole pence: two decimals at most, such as 310.50` };
  const pence = Number(pounds) * 100 + Number(exact.padEnd(2, "0"));
  if (minus && pence > 0) return { problem: `A ${name} cannot be less than nothing. Enter it without the minus` };
  if (pence === 0) return { problem: `Enter a ${name} of £0.01 or more, or ${blank}` };
  if (pence > most) return { problem: `A ${name} can be ${moneyText(most)} at most. Check the amount` };
  return pence;
}

/** A typed number without spaces, pound sign and commas between thousands. */
export function plainNumber(typed: string): string {
  const text = typed.replace(/[\s£]/g, "").replace(/^[−–]/, "-");
  // A comma may separate thousands or be a decimal point: never guess, 1,5 is not 15.
  return /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(",", "") : text;
}

/** `£1,200.00`. */
export function moneyText(pence: number): string {
  return `£${poundsText(pence).replace(/\B(?=(\d{3})+\.)/g, ",")}`;
}

/** As in a field: `1200.00`. */
export function poundsText(pence: number): string {
  return `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, "0")}`;
}

/** For narrow places: whole pounds have no pence: `£1,200`, `£310.50`. */
export function shortMoney(pence: number): string {
  return moneyText(pence).replace(/\.00$/, "");
}
