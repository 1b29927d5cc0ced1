import { greatestOf, leastOf } from '../../arch/index.js';
import { roundStep } from '../../base/text/index.js';

/** Range of the vertical axis and its labelled values, lowest first. */
export interface TrendScale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/**
 * An axis with about four round ticks: `91.2 … 93.4` has `91 92 93 94`.
 *
 * @param fromZero whether it begins at zero; otherwise it begins near the values, so that small changes show.
 * @param whole whether steps are whole numbers, for counts.
 * @param ceiling upper bound, such as 100 for percent.
 */
export function trendScale(
  values: readonly number[],
  {
    fromZero = false,
    whole = false,
    ceiling = Number.POSITIVE_INFINITY,
  }: { fromZero?: boolean; whole?: boolean; ceiling?: number } = {},
): TrendScale {
  const finite = values.filter(Number.isFinite);
  const least = fromZero || finite.length === 0 ? 0 : leastOf(finite);
  const most = finite.length === 0 ? 1 : greatestOf(finite);
  const step = roundStep((most - least || Math.abs(most) * 0.02 || 1) / 3, whole);
  let low = Math.floor(least / step) * step;
  const high = Math.min(ceiling, Math.max(Math.ceil(most / step) * step, low + step));
  if (low >= high) low = high - step;
  const ticks: number[] = [];
  for (let value = low; value <= high + step / 1000; value += step) ticks.push(Number(value.toPrecision(12)));
  return { low, high, ticks };
}
