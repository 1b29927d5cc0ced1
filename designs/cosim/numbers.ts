import { COSIM_MESSAGES } from '../../transactions/index.js';

/** The first line of each generated file. */
export const GENERATED_NOTE =
  'The design\'s side of "pops-tb cosim" (docs/cosim.md). Generated from the message table; do not edit by hand.';

/** The host's messages, numbered from 2. 0 means end of input, and 1 an unknown message. */
export const HOST_MESSAGES = COSIM_MESSAGES.filter(({ from }) => from === 'host');
/** The design's messages, numbered from 1. */
export const DESIGN_MESSAGES = COSIM_MESSAGES.filter(({ from }) => from === 'design');

/** Converts a name to the name of a constant: `id-wrap` becomes `ID_WRAP`. */
export function toConstantName(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
