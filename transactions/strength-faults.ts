import { GENERATIONS, STORES_STAY_IN_L0, WITH_GL1_BIT, WITH_WAVE_IDS, WITH_WGP_MODE } from '../arch/index.js';
import { row } from './fault.js';

/** Faults that make the device stricter than hardware, which hides software bugs. Only litmus cells detect them. */
export const STRENGTH_FAULT_ROWS = [
  row('F230', 'a store invalidates its line in the GL1 of every shader array', 'memory', WITH_GL1_BIT, [
    'WEAK',
  ]),
  row('F231', 'a store invalidates its line in the L0 of every compute unit', 'memory', WITH_WGP_MODE, [
    'WEAK',
  ]),
  row('F232', 'a vector store invalidates its line in every scalar cache', 'memory', GENERATIONS, ['WEAK']),
  row('F233', 'a store takes effect in the cycle after its issue', 'memory', GENERATIONS, ['WEAK']),
  row('F234', 'the id window does not extend across id wraparound', 'sc', WITH_WAVE_IDS, ['WEAK']),
  row('F235', 'a packer accepts no quad while another packer has waves', 'sc', GENERATIONS, ['WEAK']),
  row('F236', 'scalar loads of a wave take effect in issue order', 'memory', GENERATIONS, ['WEAK']),
  row('F237', 'L0 writes each store back in the cycle after receiving it', 'memory', STORES_STAY_IN_L0, [
    'WEAK',
  ]),
  row('F238', 'an exit empties the caches of every wave', 'sq', GENERATIONS, ['WEAK']),
] as const;
