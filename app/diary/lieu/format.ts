/** Labels and formats of time in lieu. */

export const LIEU_KINDS = { earned: "Earned", spent: "Spent", adjusted: "Adjusted" } as const;
export type LieuKind = keyof typeof LIEU_KINDS;

export const LIEU_UNITS = { hours: "Hours", pas: "PAs", days: "Days" } as const;
export type LieuUnit = keyof typeof LIEU_UNITS;

/** An amount; a positive one adds to a balance. */
interface Amount {
  unit: LieuUnit;
  hundredths: number;
}

const ONE: Record<LieuUnit, string> = { hours: "hour", pas: "PA", days: "day" };
const MANY: Record<LieuUnit, string> = { hours: "hours", pas: "PA", days: "days" };

/** `2`, `7.5`, `−0.25`. */
export function lieuFigure(hundredths: number): string {
  const text = String(Math.abs(hundredths) / 100);
  return hundredths < 0 ? `−${text}` : text;
}

/** `1 day`, `7.5 hours`, `−2 days`. */
function formatLieu({ unit, hundredths }: Amount): string {
  return `${lieuFigure(hundredths)} ${(Math.abs(hundredths) === 100 ? ONE : MANY)[unit]}`;
}

/** `+1 day`, `−7.5 hours`. */
export function signedLieu(amount: Amount): string {
  return `${amount.hundredths > 0 ? "+" : ""}${formatLieu(amount)}`;
}

export interface LieuBalance {
  unit: LieuUnit;
  left: number;
  earned: number;
  spent: number;
  adjusted: number;
}

/** The balance of each unit that has a line, in hundredths. Units are never converted into one another. */
export function lieuBalances(lines: readonly (Amount & { kind: LieuKind })[]): LieuBalance[] {
  return (Object.keys(LIEU_UNITS) as LieuUnit[]).flatMap((unit) => {
    const own = lines.filter((line) => line.unit === unit);
    const sum = (kind: LieuKind) => own.reduce((all, line) => all + (line.kind === kind ? line.hundredths : 0), 0);
    const [earned, spent, adjusted] = [sum("earned"), sum("spent"), sum("adjusted")];
    return own.length === 0 ? [] : [{ unit, left: earned + spent + adjusted, earned, spent, adjusted }];
  });
}

/** The balances as text, one per unit: `2 days`, `7.5 hours`. */
export function formatBalance(lines: readonly (Amount & { kind: LieuKind })[]): string[] {
  return lieuBalances(lines).map(({ unit, left }) => formatLieu({ unit, hundredths: left }));
}
