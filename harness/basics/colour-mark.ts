import { randomBytes } from 'node:crypto';

/**
 * The start of every colour sequence in a report within this process. It is random, so external text cannot
 * contain it and therefore cannot set colours.
 */
export const COLOUR_MARK = `\x1b${randomBytes(8).toString('hex')}`;
