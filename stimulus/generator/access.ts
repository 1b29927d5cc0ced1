import type { AccessPath, OrderedAccess, ProgramDescriptor } from '../../transactions/index.js';
import { vectors, waitFor } from '../dialect/index.js';
import { type Emission, emitFoldStep, isAccess } from './emission.js';
import { DATA_REGISTERS, LOADS, STORES, VECTOR } from './registers.js';

/**
 * Whether an access's read and write bypass the caches, either through coherence bits or because the caches were
 * invalidated.
 */
export interface Coherence {
  readonly read: boolean;
  readonly write: boolean;
}

/** The bytes that an access touches in an object's slot, as a bit mask. */
interface Footprint {
  readonly location: string;
  readonly bytes: number;
  /** Whether every path of the wave accesses the bytes through the vector caches. */
  readonly isCertain: boolean;
}

const NEVER: Coherence = { read: false, write: false };
const ALWAYS: Coherence = { read: true, write: true };

/**
 * Returns which accesses must bypass the caches, depending on the descriptor's `coherence`. With `ends`, this applies
 * only to the first read and last write of each byte (S-104): a read can use the caches if the wave has definitely read
 * all of its bytes already, and a write can if the wave will definitely overwrite them later. Atomics are always
 * coherent: they bypass the caches and evict their contents (S-102). Scalar reads take a different path to memory, so
 * all accesses to their bytes are coherent.
 */
export function getCoherence({
  coherence,
  section,
  discards,
}: ProgramDescriptor): ReadonlyMap<OrderedAccess, Coherence> {
  const accesses = section.steps.filter(isAccess);
  if (coherence !== 'ends')
    return new Map(accesses.map((access) => [access, coherence === 'none' ? NEVER : ALWAYS]));
  // A lane executes all steps of a branch, iteration or layer, or none of them. Only a switch divides the steps
  // among lanes.
  const isLinear = section.shape !== 'switch';
  const discardsBetween = discards.inside !== 'none';
  const footprints = accesses.map((access) => listFootprints(access, isLinear));
  return new Map(
    accesses.map((access, i) => {
      const own = footprints[i]!;
      const isCertain = own.every(
        ({ isCertain, location, bytes }) =>
          isCertain && !listAt(location, footprints).some((o) => !o.isCertain && (bytes & o.bytes) !== 0),
      );
      // A single access is certain to cover all of the bytes.
      const isCoveredBy = (others: readonly (readonly Footprint[])[]): boolean =>
        isCertain &&
        own.every(({ location, bytes }) =>
          listAt(location, others).some((o) => o.isCertain && (bytes & ~o.bytes) === 0),
        );
      const reads = footprints.filter((_, j) => j < i && accesses[j]!.operation !== 'store');
      const writes = footprints.filter((_, j) => j > i && accesses[j]!.operation !== 'load');
      return [access, { read: !isCoveredBy(reads), write: discardsBetween || !isCoveredBy(writes) }];
    }),
  );
}

function listFootprints(access: OrderedAccess, isCertain: boolean): Footprint[] {
  const { path, object, slot } = access;
  const bytes = getBytes(access);
  if (path === 'image') return [{ location: 'image', bytes: 0xf, isCertain }];
  if (path === 'scalar') return [{ location: `first${slot}`, bytes, isCertain: false }];
  if (path === 'waterfall')
    return ['first', 'second'].map((buffer) => ({ location: `${buffer}${slot}`, bytes, isCertain: false }));
  return [{ location: `${path === 'buffer' ? object : 'second'}${slot}`, bytes, isCertain }];
}

function getBytes(access: OrderedAccess): number {
  if (access.operation.startsWith('atomic')) return 0xf;
  if (access.size === 'u8') return 1;
  return access.size === 'u16' ? 3 : 2 ** (4 * DATA_REGISTERS[access.size]) - 1;
}

/** Lists the footprints at a location. */
function listAt(location: string, footprints: readonly (readonly Footprint[])[]): readonly Footprint[] {
  return footprints.flat().filter((other) => other.location === location);
}

const SLOT_BYTES = 16;

const { result, offset } = VECTOR;

interface AccessEmission {
  readonly emission: Emission;
  readonly access: OrderedAccess;
  readonly coherence: Coherence;
}

/** How a path's instructions are written. */
interface Path {
  /** The prefix of its mnemonics. */
  readonly prefix: string;
  /** Whether stores and atomics name their data before the address. */
  readonly isDataFirst: boolean;
  /** Returns the address operand, and what follows address and data. */
  readonly operands: (context: AccessEmission) => readonly [address: string, rest: string];
  /** Emits extra instructions that compute the address, if the path needs them. */
  readonly address?: (context: AccessEmission) => string;
}

const formatOffset = ({ slot }: OrderedAccess): string => (slot === 0 ? '' : ` offset:${slot * SLOT_BYTES}`);

const createBufferPath = (descriptor: (context: AccessEmission) => string): Path => ({
  prefix: 'buffer',
  isDataFirst: true,
  operands: (context) => {
    const { emission, access } = context;
    return [offset, `, ${descriptor(context)}, ${emission.dialect.offen}${formatOffset(access)}`];
  },
});

const IMAGE_ADDRESS = 24;

/** The paths with per-lane addresses. */
const PATHS: Readonly<Record<Exclude<AccessPath, 'scalar'>, Path>> = {
  buffer: createBufferPath(({ emission, access }) => emission.scalars[access.object]),
  waterfall: createBufferPath(({ emission }) => emission.scalars.selectedBuffer),
  image: {
    prefix: 'image',
    isDataFirst: true,
    operands: ({ emission: { dialect, scalars, names } }) => [
      dialect.texel(IMAGE_ADDRESS),
      `, ${scalars.image} ${names.image}`,
    ],
  },
  global: {
    prefix: 'global',
    isDataFirst: false,
    operands: ({ emission, access }) => [
      offset,
      `, ${emission.scalars.secondAddress}${formatOffset(access)}`,
    ],
  },
  flat: {
    prefix: 'flat',
    isDataFirst: false,
    operands: () => [vectors(VECTOR.address, 2), ''],
    // The second buffer's address is a multiple of 4 GiB, so no carry reaches the upper half.
    address: ({ emission, access }) => `
  ${emission.dialect.add} v${VECTOR.address}, ${access.slot * SLOT_BYTES}, ${offset}
  v_mov_b32_e32 v${VECTOR.address + 1}, ${emission.scalars.secondAddressHigh}`,
  },
};

function emitLoad(path: Path, context: AccessEmission, to: string, bits: string): string {
  const [address, rest] = path.operands(context);
  return `\n  ${path.prefix}_load${formatSize(path, LOADS, context)} ${to}, ${address}${rest}${bits}`;
}

function emitStore(path: Path, context: AccessEmission, from: string, bits: string): string {
  const [address, rest] = path.operands(context);
  const operands = path.isDataFirst ? `${from}, ${address}` : `${address}, ${from}`;
  return `\n  ${path.prefix}_store${formatSize(path, STORES, context)} ${operands}${rest}${bits}`;
}

function formatSize({ prefix }: Path, names: typeof LOADS, { access }: AccessEmission): string {
  return prefix === 'image' ? '' : `_${names[access.size]}`;
}

function emitAtomic(path: Path, context: AccessEmission, value: string, returns: boolean): string {
  const [address, rest] = path.operands(context);
  const target = returns ? `${value}, ` : '';
  const operands = path.isDataFirst ? `${value}, ${address}` : `${target}${address}, ${value}`;
  const modifier = returns ? ` ${context.emission.dialect.returns}` : '';
  return `\n  ${path.prefix}_atomic_${context.access.atomic} ${operands}${rest}${modifier}`;
}

/**
 * Emits one access to ordered memory. Values it reads are folded into the result; values it writes are derived from
 * the result.
 */
export function emitAccess(emission: Emission, access: OrderedAccess, coherence: Coherence): string {
  emission.hasOutstandingAccesses = true;
  const context = { emission, access, coherence };
  if (access.path === 'scalar') return emitScalarAccess(context);
  if (access.path === 'waterfall') return emitWaterfall(context);
  return emitVectorAccess(context, PATHS[access.path]);
}

const formatBits = (text: string): string => (text === '' ? '' : ` ${text}`);

function emitVectorAccess(context: AccessEmission, path: Path): string {
  const { emission, access, coherence } = context;
  const count = access.path === 'image' ? 1 : DATA_REGISTERS[access.size];
  const data = vectors(VECTOR.data, count);
  const registers = Array.from({ length: count }, (_, i) => `v${VECTOR.data + i}`);
  const { invalidations, loadBits } = bypassCaches(context, emission.names.vectorInvalidations);
  const load = `${invalidations}${emitLoad(path, context, data, formatBits(loadBits))}`;
  const store = emitStore(path, context, data, coherence.write ? formatBits(emission.dialect.storeBits) : '');
  const waits = access.path === 'flat' ? (['load', 'local'] as const) : (['load'] as const);
  const wait = `\n  ${waitFor(emission.gfx, ...waits)}`;
  const foldResult = (from: readonly string[]): string =>
    from.map((register) => emitFoldStep(emission, result, result, register)).join('');
  const dataFolds = registers.map((to) => emitFoldStep(emission, to, to, result)).join('');
  const derivation = registers.map((to, i) => `\n  ${emission.dialect.add} ${to}, ${i}, ${result}`).join('');
  const address = path.address?.(context) ?? '';
  switch (access.operation) {
    case 'load':
      return `${address}${load}${wait}${foldResult(registers)}`;
    case 'store':
      return `${address}${derivation}${store}`;
    case 'update':
      return `${address}${load}${wait}${dataFolds}${store}${foldResult(registers)}`;
    case 'atomic':
      return `${address}\n  v_mov_b32_e32 ${registers[0]}, ${result}${emitAtomic(path, context, registers[0], false)}`;
    case 'atomic-return':
      return `${address}\n  v_mov_b32_e32 ${registers[0]}, ${result}${emitAtomic(path, context, registers[0], true)}${wait}${foldResult(registers.slice(0, 1))}`;
    default:
      return access.operation satisfies never;
  }
}

/**
 * Returns what a read needs to bypass stale cache lines, if anything: instructions that invalidate the caches, or
 * coherence bits for the load itself.
 */
function bypassCaches({ emission, coherence }: AccessEmission, instructions: readonly string[]) {
  if (!coherence.read) return { invalidations: '', loadBits: '' };
  if (emission.descriptor.coherence !== 'emptied')
    return { invalidations: '', loadBits: emission.dialect.loadBits };
  return { invalidations: instructions.map((instruction) => `\n  ${instruction}`).join(''), loadBits: '' };
}

/**
 * Emits a loop over lanes, of which each iteration runs `body` for some and drops those. The lanes that were active are
 * in `lanes`, and those that remain, which `start` sets, in `loop`.
 */
function emitLaneLoop(emission: Emission, name: string, start: string, body: string): string {
  const { mask, exec } = emission.dialect;
  const { loop, lanes } = emission.scalars;
  const loopLabel = emission.label(name);
  const endLabel = emission.label(`${name}s_done`);
  return `
  s_mov_${mask} ${lanes}, ${exec}${start}
${loopLabel}:
  s_mov_${mask} ${exec}, ${loop}
  s_cbranch_execz ${endLabel}${body}
  s_andn2_${mask} ${loop}, ${loop}, ${exec}
  s_branch ${loopLabel}
${endLabel}:
  s_mov_${mask} ${exec}, ${lanes}`;
}

/**
 * Emits a loop over the lanes in every fourth column. Each iteration reads the first remaining lane's word through
 * the scalar path, then drops all lanes with that word (S-087).
 */
function emitScalarAccess(context: AccessEmission): string {
  const { emission, access } = context;
  const { mask, exec, vcc } = emission.dialect;
  const { loop, scratch, otherScratch, first } = emission.scalars;
  const { invalidations, loadBits } = bypassCaches(context, emission.names.scalarInvalidations);
  // Without a wait, a scalar load is not ordered after the wave's earlier stores.
  const stores = emission.counters.store ? `\n  ${emission.dialect.waitStores}` : '';
  const start = `
  v_and_b32_e32 v${VECTOR.scratch}, 3, ${VECTOR.x}
  v_cmp_eq_u32_e32 ${vcc}, 0, v${VECTOR.scratch}
  s_and_${mask} ${loop}, ${exec}, ${vcc}`;
  const body = `
  v_readfirstlane_b32 ${scratch}, ${offset}
  v_cmp_eq_u32_e32 ${vcc}, ${scratch}, ${offset}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_add_i32 ${otherScratch}, ${scratch}, ${access.slot * SLOT_BYTES}${invalidations}
  s_buffer_load_dword ${otherScratch}, ${first}, ${otherScratch}${formatBits(loadBits)}
  ${emission.dialect.waitScalars}${emitFoldStep(emission, result, result, otherScratch)}`;
  return stores + emitLaneLoop(emission, 'lane', start, body);
}

/**
 * Emits a waterfall loop over the buffers that lanes select by primitive and quad column. Each buffer is accessed
 * once, for all lanes that selected it. If lanes selected by primitive alone, they would all agree in a branch taken
 * only by even primitives.
 */
function emitWaterfall(context: AccessEmission): string {
  const { emission } = context;
  const { mask, exec, vcc } = emission.dialect;
  const { loop, scratch, selectedBuffer, set } = emission.scalars;
  const body = `
  v_lshrrev_b32_e32 v${VECTOR.scratch}, 1, ${VECTOR.x}
  v_xor_b32_e32 v${VECTOR.scratch}, ${VECTOR.primitive}, v${VECTOR.scratch}
  v_and_b32_e32 v${VECTOR.scratch}, 1, v${VECTOR.scratch}
  v_lshlrev_b32_e32 v${VECTOR.scratch}, 4, v${VECTOR.scratch}
  v_readfirstlane_b32 ${scratch}, v${VECTOR.scratch}
  v_cmp_eq_u32_e32 ${vcc}, ${scratch}, v${VECTOR.scratch}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_load_dwordx4 ${selectedBuffer}, ${set}, ${scratch}
  ${emission.dialect.waitScalars}${emitVectorAccess(context, PATHS.waterfall)}`;
  return emitLaneLoop(emission, 'choice', `\n  s_mov_${mask} ${loop}, ${exec}`, body);
}
