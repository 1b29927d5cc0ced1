import { COSIM_MESSAGES } from '../../transactions/index.js';

/** First line of each generated file. */
export const MADE =
  'The design\'s side of "pops-tb cosim" (docs/cosim.md). Made from the table of messages; not edited by hand.';

/** The host's messages, by number: the first is 2, after end of input and unknown message. */
export const HEARD = COSIM_MESSAGES.filter(({ from }) => from === 'host');
/** The design's messages, by number from 1. */
export const ANSWERS = COSIM_MESSAGES.filter(({ from }) => from === 'design');

/** A name as a constant. */
export function constantOf(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
