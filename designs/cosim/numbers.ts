import { COSIM_MESSAGES } from '../../transactions/index.js';

/** The first line of each file that is made. */
export const MADE =
  'The design\'s side of "pops-tb cosim" (docs/cosim.md). Made from the table of messages; not edited by hand.';

/** What the host says, in the order of its numbers: the first one is 2, after the end of the input and an unknown message. */
export const HEARD = COSIM_MESSAGES.filter(({ from }) => from === 'host');
/** What the design says, in the order of its numbers from 1 on. */
export const ANSWERS = COSIM_MESSAGES.filter(({ from }) => from === 'design');

/** A name as a constant is written. */
export function constantOf(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
