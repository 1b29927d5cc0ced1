import { CHIP_NAMES } from '../../arch/index.js';
import { setting } from '../../transactions/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { corpusSequence } from './corpus-sequence.js';

/**
 * Like `coherent_buffer`, but with caches that keep stale lines, so only the coherence bits on accesses prevent reads
 * of stale data.
 */
export const coherentStale = corpusSequence({
  name: 'coherent_stale',
  text: 'read, modify and write with coherence bits while caches hold old data',
  shader: 'coherent_buffer',
  features: ['stale-caches', 'device-scopes'],
  coherent: true,
  knobs: { caches: setting('caches', 'stale') },
  chips: CHIP_NAMES,
  claims: [
    WAVES_OVERLAP,
    claim('accesses hit in both L0 and L2', 60, 'cache-levels/level/L0', 'cache-levels/level/L2'),
  ],
});
