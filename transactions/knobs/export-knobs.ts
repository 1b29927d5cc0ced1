import { EXPORT_ORDERS, EXPORT_TYPES } from '../../arch/index.js';
import { choice, type Knob, range, value } from './knob.js';

/** Knobs for exports: export space, buses and positions. */
export const EXPORT_KNOBS = {
  positionBuffers: value(1, 2, 1, 'buffers', 'P-056', 'position buffers; the front-end id selects one'),
  positionSpace: value(
    1,
    64,
    8,
    'waves',
    'P-077',
    'maximum number of geometry waves with space in one position buffer',
  ),
  exportSpace: value(
    1,
    256,
    32,
    'waves',
    'P-077',
    'maximum number of waves per packer that hold export space at once',
    [1, 2, 8, 32],
  ),
  exportBuses: value(
    1,
    8,
    2,
    'exports',
    'P-082',
    'maximum number of exports that the arbiter grants per cycle',
    [1, 1, 2, 8],
  ),
  otherWriters: choice(
    ['one', 'many'],
    'P-091',
    'how many exports per cycle a destination other than colours and positions takes',
    { clean: 'all' },
  ),
  exportPriority: choice(
    EXPORT_ORDERS.map((order) => order.join('-')),
    'P-084',
    'priority of export types in the arbiter, highest first',
    { clean: 'all', domain: `${EXPORT_TYPES.join(', ')} in any order, joined by hyphens` },
  ),
  exportReadyLatency: range(1, 1000, 2, 24, 'U11', 'delay from the last overlapped exit to export-ready'),
  exportAllocLatency: range(1, 500, 1, 40, 'P-080', 'delay from free export space to its allocation'),
  exportLatency: range(1, 500, 2, 30, 'P-083', 'delay from a bus grant to data leaving the registers'),
} as const satisfies Record<string, Knob>;
