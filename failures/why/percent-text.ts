/** A share as whole percent; what is neither none nor all never reads as `0 %` or `100 %`. */
export function percentText(share: number): string {
  if (share > 0 && share < 0.01) return '<1 %';
  if (share < 1 && share > 0.99) return '>99 %';
  return `${Math.round(100 * share)} %`;
}
