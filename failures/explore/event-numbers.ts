import { ORDER_STRIDE } from '../../rtl-model/index.js';

/** A text about a run that orders events: such a run has no times, and what rules call a cycle is an event number. */
export function inEvents(text: string): string {
  return text.replace(
    /\bcycle (\d+)/g,
    (_, cycle: string) => `event ${Math.floor(Number(cycle) / ORDER_STRIDE).toLocaleString('en-US')}`,
  );
}
