import { CHIP_NAMES } from '../../arch/index.js';
import { claim, WAVES_MEET } from '../claims.js';
import { generatedSequence } from '../generator/sequence.js';
import type { Sequence } from '../sequence.js';
import { evenDescriptor } from './even-programs.js';

/** As `even_programs`, with caches that keep old lines, which each section drops before it reads. */
export const stalePrograms: Sequence<'stale_programs'> = {
  ...generatedSequence({
    name: 'stale_programs',
    text: 'generated shaders that invalidate their caches, which hold old data, on either shader array',
    chips: CHIP_NAMES,
    claims: [
      WAVES_MEET,
      claim('caches and L2 both serve accesses', 20, 'cache-levels/level/L0', 'cache-levels/level/L2'),
    ],
    programsMax: 2,
    descriptor: (stream, gfx) => ({ ...evenDescriptor(stream, gfx), coherence: 'emptied' }),
  }),
  faults: [],
};
