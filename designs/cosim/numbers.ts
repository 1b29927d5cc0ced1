import { COSIM_MESSAGES } from '../../transactions/index.js';

/** First line of each generated file. */
export const GENERATED_NOTE =
  'The design\'s side of "pops-tb cosim" (docs/cosim.md). Made from the table of messages; not edited by hand.';

/** The host's messages, numbered from 2: end of input and unknown message precede them. */
export const HOST_MESSAGES = COSIM_MESSAGES.filter(({ from }) => from === 'host');
/** The design's messages, by number from 1. */
export const DESIGN_MESSAGES = COSIM_MESSAGES.filter(({ from }) => from === 'design');

/** A constant's name. */
export function constantOf(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
