import { numberText } from '../../base/text/index.js';
import { ORDER_STRIDE } from '../../rtl-model/index.js';

/**
 * Text about a run that orders events. Such a run has no times: where rules report a cycle, the number is an event
 * number.
 */
export function withEventNumbers(text: string): string {
  return text.replace(
    /\bcycle (\d+)/g,
    (_, cycle: string) => `event ${numberText(Math.floor(Number(cycle) / ORDER_STRIDE))}`,
  );
}
