/** A share of a picture's width or height, as SVG writes it. */
export function percent(fraction: number): string {
  return `${Math.round(fraction * 1e4) / 100}%`;
}
