import { randomBytes } from 'node:crypto';

/** How a colour of a report begins within this process: no text from outside can hold it, so that none has colours of its own. */
export const COLOUR_MARK = `\x1b${randomBytes(8).toString('hex')}`;
