import type { Sequence } from '../sequence.js';
import { discardAfterPacker } from './discard-after-packer.js';
import { discardBefore } from './discard-before.js';
import { orBits } from './or-bits.js';
import { rmwBuffer } from './rmw-buffer.js';

/** All sequences; one file each. */
export const SEQUENCES: readonly Sequence[] = [rmwBuffer, orBits, discardBefore, discardAfterPacker];
