import { randomBytes } from 'node:crypto';

/** Start of a report's colour within this process: external text cannot contain it, so none can have its own colours. */
export const COLOUR_MARK = `\x1b${randomBytes(8).toString('hex')}`;
