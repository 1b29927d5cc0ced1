import type { Sequence } from '../sequence.js';
import { coherentBuffer } from './coherent-buffer.js';
import { coherentStale } from './coherent-stale.js';
import { discardAfter } from './discard-after.js';
import { discardAfterPacker } from './discard-after-packer.js';
import { discardBefore } from './discard-before.js';
import { llistAppend } from './llist-append.js';
import { mixedReads } from './mixed-reads.js';
import { orBits } from './or-bits.js';
import { orderedLog } from './ordered-log.js';
import { rmwBuffer } from './rmw-buffer.js';
import { rmwImage } from './rmw-image.js';

/** All sequences; one file each. */
export const SEQUENCES: readonly Sequence[] = [
  rmwBuffer,
  rmwImage,
  orBits,
  coherentBuffer,
  discardBefore,
  discardAfter,
  discardAfterPacker,
  orderedLog,
  llistAppend,
  coherentStale,
  mixedReads,
];
