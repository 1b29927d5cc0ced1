import { COSIM_MESSAGES } from '../../transactions/index.js';

/** The first line of each generated file. */
export const GENERATED_NOTE =
  'The design\'s side of "pops-tb cosim" (docs/cosim.md). Made from the table of messages; not edited by hand.';

/** The host's messages, which are numbered from 2 on: end of input and unknown message precede them. */
export const HOST_MESSAGES = COSIM_MESSAGES.filter(({ from }) => from === 'host');
/** The design's messages, which are numbered from 1 on. */
export const DESIGN_MESSAGES = COSIM_MESSAGES.filter(({ from }) => from === 'design');

/** Returns the name of a constant. */
export function constantOf(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
