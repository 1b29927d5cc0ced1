/** Formats a share as a whole percentage. Only shares of exactly zero and one show as `0%` and `100%`. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.01) return '<1%';
  if (share < 1 && share > 0.99) return '>99%';
  return `${Math.round(100 * share)}%`;
}
