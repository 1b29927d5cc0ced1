import { GENERATIONS, WITH_GL1, WITH_SCOPES, WITH_STORE_COUNTER } from '../arch/index.js';
import { row } from './fault.js';

/** Faults in memory and its caches (faults.md H). These rows are part of `FAULTS`. */
export const MEMORY_FAULT_ROWS = [
  row('F147', 'stores stay in L0', 'memory', GENERATIONS, ['VIS', 'ORD']),
  row('F148', 'loads hit stale L0 lines', 'memory', GENERATIONS, ['VIS', 'ORD']),
  row('F149', 'loads hit stale GL1 lines', 'memory', WITH_GL1, ['VIS']),
  row('F150', 'a coherent load does not evict its line from the caches it bypasses', 'memory', GENERATIONS, [
    'VIS',
  ]),
  row(
    'F151',
    'stores write back entire lines and overwrite neighbouring words written by other waves',
    'memory',
    GENERATIONS,
    ['VIS', 'ORD'],
  ),
  row('F152', 'a release does not write back narrow-scope stores', 'program', WITH_SCOPES, ['VIS', 'RACE']),
  row('F153', 'scalar loads hit stale scalar cache lines', 'memory', GENERATIONS, ['VIS']),
  row('F154', 'the store counter is decremented before L2 has the data', 'memory', GENERATIONS, [
    'RACE',
    'VIS',
  ]),
  row('F155', 'the counter waited on ignores atomics without a return value', 'memory', WITH_STORE_COUNTER, [
    'RACE',
  ]),
  row('F256', 'instructions that invalidate GL1 leave its lines valid', 'memory', WITH_GL1, ['VIS']),
  row('F259', 'GL1 keeps a stale line when an atomic passes to GL2', 'memory', WITH_GL1, ['VIS']),
  row(
    'F261',
    'coalescing drops the middle of three lines when only the first word of the last one is accessed',
    'memory',
    GENERATIONS,
    ['WIRE', 'LAUNCH'],
  ),
  row('F156', 'images and buffers use separate lines for the same memory', 'memory', GENERATIONS, ['VIS']),
] as const;
