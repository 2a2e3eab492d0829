import { encode } from "uqr";

/** White modules around a QR code, without which readers do not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4;

export interface QrDrawing {
  /** Modules a side, quiet zone included. */
  size: number;
  /** The dark modules as one SVG path, a unit a module. */
  path: string;
}

export function drawQr(text: string): QrDrawing {
  const { size, data } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const runs = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return { size, path: runs.join("") };
}

/** Dark modules of a row that touch: where each run begins, and how long it is. */
function runsOf(row: boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
