/** A percentage with a sign, rounded; what is not complete never reads as 100 %. */
export function percentText(percent: number, digits = 1): string {
  const largest = percent < 100 ? 100 - 10 ** -digits : percent;
  return `${Math.min(percent, largest).toFixed(digits)} %`;
}
