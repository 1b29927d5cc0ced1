import { GENERATIONS, WITH_GL1, WITH_SCOPES, WITH_STORE_COUNTER } from '../arch/index.js';
import { row } from './fault.js';

/** Faults in memory and its caches (faults.md H). These rows are part of `FAULTS`. */
export const MEMORY_FAULT_ROWS = [
  row('F147', 'stores stay in L0', 'memory', GENERATIONS, ['VIS', 'ORD']),
  row('F148', 'loads hit stale lines of L0', 'memory', GENERATIONS, ['VIS', 'ORD']),
  row('F149', 'loads hit stale lines of GL1', 'memory', WITH_GL1, ['VIS']),
  row('F150', 'a coherent load leaves its line in the caches that it bypasses', 'memory', GENERATIONS, [
    'VIS',
  ]),
  row(
    'F151',
    'stores write back whole lines and overwrite neighbouring words of other waves',
    'memory',
    GENERATIONS,
    ['VIS', 'ORD'],
  ),
  row('F152', 'narrow stores are released without a write-back', 'program', WITH_SCOPES, ['VIS', 'RACE']),
  row('F153', 'scalar loads hit stale lines of the scalar cache', 'memory', GENERATIONS, ['VIS']),
  row('F154', 'the store counter falls before L2 has the data', 'memory', GENERATIONS, ['RACE', 'VIS']),
  row('F155', 'the awaited counter does not cover an atomic without return', 'memory', WITH_STORE_COUNTER, [
    'RACE',
  ]),
  row('F256', 'instructions that empty GL1 leave its lines in it', 'memory', WITH_GL1, ['VIS']),
  row('F259', 'GL1 keeps its old line when an atomic passes to GL2', 'memory', WITH_GL1, ['VIS']),
  row(
    'F261',
    'coalescing forgets the middle of three lines if only the first word of the last one is accessed',
    'memory',
    GENERATIONS,
    ['WIRE', 'LAUNCH'],
  ),
  row('F156', 'images and buffers have separate lines for the same memory', 'memory', GENERATIONS, ['VIS']),
] as const;
