import { randomBytes } from 'node:crypto';

/**
 * Start of a report's colour within this process: external text cannot contain it, and therefore cannot set colours.
 */
export const COLOUR_MARK = `\x1b${randomBytes(8).toString('hex')}`;
