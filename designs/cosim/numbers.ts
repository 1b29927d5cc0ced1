import { COSIM_MESSAGES } from '../../transactions/index.js';

/** The first line of each generated file. */
export const GENERATED_NOTE =
  'The design\'s side of "pops-tb cosim" (docs/cosim.md). Generated from the message table; do not edit by hand.';

/** The host's messages, numbered from 2. 0 and 1 are the end of input and an unknown message. */
export const HOST_MESSAGES = COSIM_MESSAGES.filter(({ from }) => from === 'host');
/** The design's messages, numbered from 1. */
export const DESIGN_MESSAGES = COSIM_MESSAGES.filter(({ from }) => from === 'design');

/** Converts a name to a constant's name: `id-wrap` becomes `ID_WRAP`. */
export function toConstantName(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
