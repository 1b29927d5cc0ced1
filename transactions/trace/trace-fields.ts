import { EXPORT_TYPES } from '../../arch/index.js';
import { type HeldResources, WAVE_TYPES } from '../kinds/launch.js';
import type { Transaction, TransactionKind } from '../transaction.js';
import { COUNTER_NAMES, RESOURCES } from './names.js';

/**
 * The type of a field in a trace record (trace.md). `i32`, `f32`, `f64` and `u8` are columns of numbers: a list in
 * JSON, and in MessagePack either a list or the little-endian bytes of the array. `holds` is the resources
 * object in `WaveLaunched`, and `waiting` is the list in `Quiesced`. A list enumerates the allowed strings.
 */
export type TraceFieldType =
  | 'integer'
  | 'flag'
  | 'text'
  | 'i32'
  | 'f32'
  | 'f64'
  | 'u8'
  | 'holds'
  | 'waiting'
  | readonly string[];

/** The field types that are columns of numbers. */
export type ColumnType = Extract<TraceFieldType, 'i32' | 'f32' | 'f64' | 'u8'>;

/** An optional field. */
export interface OptionalField {
  readonly optional: TraceFieldType;
}

/** The types of a transaction's fields by name, except `kind` and `cycle`. */
type Fields<T> = {
  readonly [F in keyof Omit<T, 'kind' | 'cycle'>]-?: undefined extends T[F] ? OptionalField : TraceFieldType;
};

/** The fields of `holds`. The compiler checks that none are missing. */
export const HELD_FIELDS = Object.keys({
  vectorFirst: true,
  vectorRows: true,
  scalarFirst: true,
  scalarCount: true,
  localFirst: true,
  localDwords: true,
  scratchSlot: true,
} satisfies Record<keyof HeldResources, true>);

const WAVE = { wave: 'integer' } as const;
const COUNTERS = {
  vm: 'integer',
  vs: 'integer',
  lgkm: 'integer',
  exp: 'integer',
  sample: { optional: 'integer' },
  bvh: { optional: 'integer' },
  km: { optional: 'integer' },
} as const;
const MASKS = { before01: 'integer', before23: 'integer', after01: 'integer', after23: 'integer' } as const;
const LANES = { lanesLo: 'integer', lanesHi: 'integer' } as const;
const CLOSE_REASONS = ['full', 'overlap', 'draw-end', 'timeout', 'region', 'drain', 'table'] as const;
const SPACES = ['scalar', 'buffer', 'image', 'global', 'flat', 'scratch', 'lds', 'gds'] as const;
const CACHES = ['L0', 'GL1', 'scalar'] as const;
const PACKER = { packer: 'integer', id: 'integer' } as const;
const DRAW = { draw: 'integer' } as const;

/**
 * The fields of each transaction kind in a trace, except `kind` and `cycle`. The compiler checks that none are
 * missing (trace.md).
 */
export const TRACE_FIELDS: {
  readonly [K in TransactionKind]: Fields<Extract<Transaction, { readonly kind: K }>>;
} = {
  'draw-begin': DRAW,
  'draw-end': DRAW,
  primitive: { ...DRAW, primitive: 'integer' },
  'wave-formed': {
    ...WAVE,
    ...PACKER,
    ...DRAW,
    quads: 'i32',
    quadCount: 'integer',
    didOverlap: 'flag',
    newest: 'integer',
    intrawaveMask: 'integer',
    reason: CLOSE_REASONS,
  },
  overlap: { ...WAVE, overlapped: 'i32', count: 'integer', exact: 'flag' },
  'launch-requested': WAVE,
  'launch-refused': { ...WAVE, resource: RESOURCES },
  'wave-launched': {
    ...WAVE,
    waveType: WAVE_TYPES,
    slot: 'integer',
    simd: 'integer',
    sgprs: 'i32',
    sgprCount: 'integer',
    vgprs: 'i32',
    vgprCount: 'integer',
    mode: 'integer',
    popsPacker: 'integer',
    controller: 'integer',
    loadCycles: 'integer',
    holds: 'holds',
  },
  'vgprs-released': WAVE,
  'resource-released': { ...WAVE, slot: 'integer' },
  'export-requested': { ...WAVE, pc: 'integer', type: EXPORT_TYPES, index: 'integer' },
  'export-granted': {
    ...WAVE,
    ...LANES,
    pc: 'integer',
    type: EXPORT_TYPES,
    index: 'integer',
    target: 'integer',
    enabled: 'integer',
    compressed: 'flag',
    data: 'i32',
  },
  'sx-alloc': { ...WAVE, packer: 'integer' },
  'sx-freed': { ...WAVE, packer: 'integer' },
  'instructions-issued': { ...WAVE, first: 'integer', last: 'integer' },
  'code-line-served': {
    ...WAVE,
    asked: 'integer',
    line: 'integer',
    bank: 'integer',
    arrives: 'integer',
  },
  'hwreg-written': {
    ...WAVE,
    pc: 'integer',
    register: 'integer',
    offset: 'integer',
    size: 'integer',
    value: 'integer',
  },
  'exiting-id-polled': { ...WAVE, ...PACKER, pc: 'integer' },
  'wait-done': { ...WAVE, ...COUNTERS, pc: 'integer' },
  'event-wait-done': { ...WAVE, pc: 'integer', immediate: 'integer' },
  slept: { ...WAVE, pc: 'integer', duration: 'integer' },
  woken: { ...WAVE, by: ['exit', 'time'] },
  'message-sent': { ...WAVE, ...COUNTERS, pc: 'integer', message: 'integer' },
  'memory-issued': {
    ...WAVE,
    ...LANES,
    pc: 'integer',
    access: 'integer',
    operation: ['load', 'store', 'atomic'],
    space: SPACES,
    counter: COUNTER_NAMES,
    addresses: 'f64',
    texelsPerLane: { optional: 'integer' },
    bytes: 'integer',
    glc: 'flag',
    dlc: 'flag',
    slc: 'flag',
    scope: { optional: 'integer' },
    left: { optional: 'integer' },
  },
  'address-unit-full': { ...WAVE, pc: 'integer' },
  'memory-performed': {
    ...WAVE,
    access: 'integer',
    level: ['L0', 'GL1', 'L2', 'LDS', 'GDS'],
    cache: { optional: 'integer' },
    data: 'i32',
  },
  'memory-returned': { ...WAVE, access: 'integer', counter: COUNTER_NAMES },
  'direct-read-served': { ...WAVE, pc: 'integer', asked: 'integer', banks: 'integer' },
  'flat-answered': { ...WAVE, pc: 'integer', asked: 'integer' },
  'line-filled': { cache: CACHES, index: 'integer', address: 'integer', access: 'integer' },
  'line-invalidated': {
    cache: CACHES,
    index: 'integer',
    address: 'integer',
    by: ['bypass', 'stream', 'store', 'eviction', 'instruction'],
  },
  'translation-failed': {
    ...WAVE,
    pc: 'integer',
    access: 'integer',
    action: ['replay', 'trap', 'halt'],
  },
  exported: { ...WAVE, ...COUNTERS, pc: 'integer', target: 'integer', enabled: 'integer', done: 'flag' },
  'colour-dumped': {
    target: 'integer',
    format: 'text',
    width: 'integer',
    height: 'integer',
    samples: 'integer',
    words: 'i32',
  },
  'section-exit': { ...WAVE, ...PACKER },
  'exiting-id-visible': PACKER,
  'wave-ended': { ...WAVE, pc: 'integer', by: ['end', 'end-ordered', 'halt'], reason: 'text' },
  'memory-dumped': { object: 'text', words: 'i32' },
  'gds-dumped': { words: 'i32' },
  'depth-tested': {
    ...DRAW,
    ...MASKS,
    stage: ['early', 'late'],
    primitive: 'integer',
    x: 'integer',
    y: 'integer',
  },
  'depth-dumped': { width: 'integer', height: 'integer', depth: 'f32', stencil: 'u8' },
  'background-formed': {
    ...WAVE,
    source: 'text',
    work: 'integer',
    group: 'integer',
    place: 'integer',
  },
  'background-refused': { ...WAVE, source: 'text', resource: RESOURCES },
  'background-allocated': { ...WAVE, slot: 'integer', simd: 'integer', holds: 'holds' },
  'group-allocated': {
    ...WAVE,
    wgp: 'integer',
    localFirst: 'integer',
    localDwords: 'integer',
    barrier: 'integer',
  },
  'background-launched': { ...WAVE, source: 'text', controller: 'integer', loadCycles: 'integer' },
  'background-barrier-reached': { ...WAVE, pc: 'integer' },
  'background-released': { ...WAVE, slot: 'integer' },
  'group-released': WAVE,
  quiesced: { waiting: 'waiting' },
  stopped: { budget: ['cycles', 'instructions', 'wave-instructions', 'device'], limit: 'integer' },
};
