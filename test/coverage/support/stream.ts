import type { ChipName, WaveSize } from '../../../arch/index.js';
import { COVERGROUPS, compileModel, createCollector, getBinRows } from '../../../coverage/index.js';
import type { Scenario, Transaction, TransactionKind } from '../../../transactions/index.js';
import { QUAD_COLUMNS } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';

type TransactionOf<K extends TransactionKind> = Extract<Transaction, { kind: K }>;

/** Default values for fields that handwritten streams omit. */
const DEFAULTS: { readonly [K in TransactionKind]?: Partial<TransactionOf<K>> } = {
  'wave-formed': {
    packer: 0,
    id: 0,
    draw: 0,
    quads: new Int32Array(QUAD_COLUMNS),
    quadCount: 1,
    didOverlap: false,
    newest: 0,
    intrawaveMask: 0,
    reason: 'full',
  },
  overlap: { overlapped: new Int32Array(4), count: 1, exact: true },
  'wave-launched': {
    waveType: 'PS',
    slot: 0,
    sgprs: new Int32Array(0),
    sgprCount: 0,
    controller: 0,
    loadCycles: 1,
  },
  'launch-refused': { resource: 'wave-slot' },
  'hwreg-written': { pc: 0, offset: 0, size: 3 },
  'exiting-id-polled': { pc: 0, packer: 0 },
  'event-wait-done': { pc: 0, immediate: 0 },
  slept: { pc: 0, duration: 64 },
  'message-sent': { pc: 0, message: 7, vm: 0, vs: 0, lgkm: 0, exp: 0 },
  'memory-issued': {
    pc: 0,
    access: 0,
    operation: 'load',
    space: 'buffer',
    counter: 'vm',
    lanesLo: 1,
    lanesHi: 0,
    addresses: new Float64Array(64).fill(0x100000),
    bytes: 4,
    glc: false,
    dlc: false,
    slc: false,
  },
  'memory-returned': { access: 0, counter: 'vm' },
  exported: { pc: 0, target: 0, enabled: 15, done: true, vm: 0, vs: 0, lgkm: 0, exp: 0 },
  'wave-ended': { pc: 0, by: 'end', reason: '' },
  'resource-released': { slot: 0 },
};

/** Creates a transaction, in cycle 0 and for wave 0 by default. */
export function at<K extends TransactionKind>(kind: K, fields: Partial<TransactionOf<K>> = {}): Transaction {
  return { kind, cycle: 0, wave: 0, ...DEFAULTS[kind], ...fields } as Transaction;
}

/** Returns one quad for each of the given primitives, in lane order. */
export function makeQuads(...primitives: number[]): { quads: Int32Array; quadCount: number } {
  const quads = new Int32Array(primitives.length * QUAD_COLUMNS);
  primitives.forEach((primitive, i) => {
    quads[i * QUAD_COLUMNS + 2] = primitive;
  });
  return { quads, quadCount: primitives.length };
}

/** Creates a scenario for a chip, optionally with some knobs changed. */
export function onChip(
  chip: ChipName,
  wave: WaveSize = 64,
  knobs: Partial<Scenario['freedoms']> = {},
): Scenario {
  const scenario = createSmallScenario({ chip, wave });
  return { ...scenario, freedoms: { ...scenario.freedoms, ...knobs } };
}

/** Feeds a stream to a covergroup and returns its hit counts by coverpoint or cross, then by bin. */
export function collectHits(
  group: string,
  scenario: Scenario,
  stream: readonly Transaction[],
): Record<string, Record<string, number>> {
  const model = compileModel(COVERGROUPS.filter(({ name }) => name === group));
  const collector = createCollector('run', model);
  collector.begin(scenario, 'test', 0);
  for (const transaction of stream) collector.observe(transaction);
  collector.end(true);
  const hits: Record<string, Record<string, number>> = {};
  for (const row of getBinRows(collector.snapshot(), model)) {
    if (row.passed.hits === 0) continue;
    hits[row.item] ??= {};
    hits[row.item]![row.bin] = row.passed.hits;
  }
  return hits;
}
