/** A percentage with a sign, rounded; an incomplete one never shows as 100 %. */
export function percentText(percent: number, digits = 1): string {
  return `${roundPercent(percent, digits).toFixed(digits)} %`;
}

/** A percentage rounded for documents; an incomplete one never becomes 100. */
export function roundPercent(percent: number, digits: number): number {
  const largest = percent < 100 ? 100 - 10 ** -digits : percent;
  return Number(Math.min(percent, largest).toFixed(digits));
}

/** A percentage that missed a goal, rounded down, so it never shows as the goal. */
export function missedPercentText(percent: number): string {
  return `${(Math.floor(100 * percent) / 100).toFixed(2)} %`;
}
