import { formatNumber } from '../../harness/text/index.js';
import { ORDER_STRIDE } from '../../rtl-model/index.js';

/** Replaces each `cycle <n>` in a text with the event's number, since a run with an event order has no times. */
export function withEventNumbers(text: string): string {
  return text.replace(
    /\bcycle (\d+)/g,
    (_, cycle: string) => `event ${formatNumber(Math.floor(Number(cycle) / ORDER_STRIDE))}`,
  );
}
