import { findMax, findMin } from '../../arch/index.js';
import { getRoundStep } from '../../base/text/index.js';

/** The range of the vertical axis and its tick values, lowest first. */
export interface TrendScale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/**
 * Chooses an axis with about four round ticks. For `91.2 … 93.4`, they are `91 92 93 94`.
 *
 * @param fromZero whether the axis starts at zero; otherwise it starts near the values, so small changes are visible
 * @param whole whether steps are whole numbers, as for counts
 * @param ceiling the upper bound, such as 100 for percentages
 */
export function chooseTrendScale(
  values: readonly number[],
  {
    fromZero = false,
    whole = false,
    ceiling = Number.POSITIVE_INFINITY,
  }: { fromZero?: boolean; whole?: boolean; ceiling?: number } = {},
): TrendScale {
  const finite = values.filter(Number.isFinite);
  const min = fromZero || finite.length === 0 ? 0 : findMin(finite);
  const max = finite.length === 0 ? 1 : findMax(finite);
  const step = getRoundStep((max - min || Math.abs(max) * 0.02 || 1) / 3, whole);
  let low = Math.floor(min / step) * step;
  const high = Math.min(ceiling, Math.max(Math.ceil(max / step) * step, low + step));
  if (low >= high) low = high - step;
  const ticks: number[] = [];
  for (let value = low; value <= high + step / 1000; value += step) ticks.push(Number(value.toPrecision(12)));
  return { low, high, ticks };
}
