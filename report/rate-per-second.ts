/** How many a second; 0 for a run that ended before it had taken any time. */
export function ratePerSecond(count: number, seconds: number): number {
  return seconds > 0 ? count / seconds : 0;
}
