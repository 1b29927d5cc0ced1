import { numberText } from '../../base/text/index.js';
import { ORDER_STRIDE } from '../../rtl-model/index.js';

/**
 * Replaces each `cycle <n>` in a text with the number of the event. The text is about a run that orders events, and such a run
 * has no times.
 */
export function withEventNumbers(text: string): string {
  return text.replace(
    /\bcycle (\d+)/g,
    (_, cycle: string) => `event ${numberText(Math.floor(Number(cycle) / ORDER_STRIDE))}`,
  );
}
