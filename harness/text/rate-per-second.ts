import { formatNumber } from '../../transactions/index.js';

/** Returns a rate per second, or 0 if no time has passed. */
export function getRatePerSecond(count: number, seconds: number): number {
  return seconds > 0 ? count / seconds : 0;
}

/** Formats a rate: `0.3`, `1,200`. */
export function formatRatePerSecond(perSecond: number): string {
  return perSecond > 0 && perSecond < 9.95 ? perSecond.toFixed(1) : formatNumber(Math.round(perSecond));
}
