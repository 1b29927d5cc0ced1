import type { AccessPath, OrderedAccess } from '../../transactions/index.js';
import { waitFor } from '../dialect/index.js';
import type { Coherence } from './coherence.js';
import { type Emission, emitFoldStep } from './emission.js';
import { DATA_REGISTERS } from './names.js';
import { VECTOR, vectors } from './registers.js';

const SLOT_BYTES = 16;

const { result, offset } = VECTOR;

interface AccessEmission {
  readonly emission: Emission;
  readonly access: OrderedAccess;
  readonly coherence: Coherence;
}

/** Emits a path's loads, stores and atomics with the given registers and modifiers. */
interface PathEmitter {
  readonly load: (context: AccessEmission, to: string, bits: string) => string;
  readonly store: (context: AccessEmission, from: string, bits: string) => string;
  readonly atomic: (context: AccessEmission, value: string, returns: boolean) => string;
  /** Emits extra instructions that compute the address, if the path needs them. */
  readonly address?: (context: AccessEmission) => string;
}

const formatOffset = ({ slot }: OrderedAccess): string => (slot === 0 ? '' : ` offset:${slot * SLOT_BYTES}`);

const makeBufferEmitter = (descriptor: (context: AccessEmission) => string): PathEmitter => ({
  load: (context, to, bits) => `
  buffer_load_${context.emission.names.loads[context.access.size]} ${to}, ${offset}, ${descriptor(context)}, ${context.emission.dialect.offen}${formatOffset(context.access)}${bits}`,
  store: (context, from, bits) => `
  buffer_store_${context.emission.names.stores[context.access.size]} ${from}, ${offset}, ${descriptor(context)}, ${context.emission.dialect.offen}${formatOffset(context.access)}${bits}`,
  atomic: (context, value, returns) => `
  buffer_atomic_${context.emission.names.atomics[context.access.atomic]} ${value}, ${offset}, ${descriptor(context)}, ${context.emission.dialect.offen}${formatOffset(context.access)}${formatReturns(context, returns)}`,
});

const formatReturns = ({ emission }: Pick<AccessEmission, 'emission'>, returns: boolean): string =>
  returns ? ` ${emission.dialect.returns}` : '';

const IMAGE_ADDRESS = 24;
const FLAT_ADDRESS = vectors(VECTOR.address, 2);

const PATH_EMITTERS: Readonly<Record<Exclude<AccessPath, 'scalar'>, PathEmitter>> = {
  buffer: makeBufferEmitter(({ emission, access }) => emission.scalars[access.object]),
  waterfall: makeBufferEmitter(({ emission }) => emission.scalars.selectedBuffer),
  image: {
    load: ({ emission }, to, bits) => `
  image_load ${to}, ${emission.dialect.texel(IMAGE_ADDRESS)}, ${emission.scalars.image} ${emission.names.image}${bits}`,
    store: ({ emission }, from, bits) => `
  image_store ${from}, ${emission.dialect.texel(IMAGE_ADDRESS)}, ${emission.scalars.image} ${emission.names.image}${bits}`,
    atomic: ({ emission, access }, value, returns) => `
  image_atomic_${emission.names.imageAtomics[access.atomic]} ${value}, ${emission.dialect.texel(IMAGE_ADDRESS)}, ${emission.scalars.image} ${emission.names.image}${formatReturns({ emission }, returns)}`,
  },
  global: {
    load: ({ emission, access }, to, bits) => `
  global_load_${emission.names.loads[access.size]} ${to}, ${offset}, ${emission.scalars.secondAddress}${formatOffset(access)}${bits}`,
    store: ({ emission, access }, from, bits) => `
  global_store_${emission.names.stores[access.size]} ${offset}, ${from}, ${emission.scalars.secondAddress}${formatOffset(access)}${bits}`,
    atomic: ({ emission, access }, value, returns) => `
  global_atomic_${emission.names.atomics[access.atomic]} ${returns ? `${value}, ` : ''}${offset}, ${value}, ${emission.scalars.secondAddress}${formatOffset(access)}${formatReturns({ emission }, returns)}`,
  },
  flat: {
    // The second buffer's address is a multiple of 4 GiB, so no carry reaches the upper half.
    address: ({ emission, access }) => `
  ${emission.dialect.add} v${VECTOR.address}, ${access.slot * SLOT_BYTES}, ${offset}
  v_mov_b32_e32 v${VECTOR.address + 1}, ${emission.scalars.secondAddressHigh}`,
    load: ({ emission, access }, to, bits) => `
  flat_load_${emission.names.loads[access.size]} ${to}, ${FLAT_ADDRESS}${bits}`,
    store: ({ emission, access }, from, bits) => `
  flat_store_${emission.names.stores[access.size]} ${FLAT_ADDRESS}, ${from}${bits}`,
    atomic: ({ emission, access }, value, returns) => `
  flat_atomic_${emission.names.atomics[access.atomic]} ${returns ? `${value}, ` : ''}${FLAT_ADDRESS}, ${value}${formatReturns({ emission }, returns)}`,
  },
};

/**
 * Emits one access to ordered memory. Values it reads are folded into the result; values it writes are derived from
 * the result.
 */
export function emitAccess(emission: Emission, access: OrderedAccess, coherence: Coherence): string {
  emission.hasOutstandingAccesses = true;
  const context = { emission, access, coherence };
  if (access.path === 'scalar') return emitScalarAccess(context);
  if (access.path === 'waterfall') return emitWaterfall(context);
  return emitVectorAccess(context, PATH_EMITTERS[access.path]);
}

const formatBits = (text: string): string => (text === '' ? '' : ` ${text}`);

function emitVectorAccess(context: AccessEmission, path: PathEmitter): string {
  const { emission, access, coherence } = context;
  const count = access.path === 'image' ? 1 : DATA_REGISTERS[access.size];
  const data = vectors(VECTOR.data, count);
  const registers = Array.from({ length: count }, (_, i) => `v${VECTOR.data + i}`);
  const { invalidations, loadBits } = bypassCaches(context, emission.names.vectorInvalidations);
  const load = `${invalidations}${path.load(context, data, formatBits(loadBits))}`;
  const store = path.store(context, data, coherence.write ? formatBits(emission.dialect.storeBits) : '');
  const wait = emitLoadWait(emission, access);
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
      return `${address}\n  v_mov_b32_e32 ${registers[0]}, ${result}${path.atomic(context, registers[0], false)}`;
    case 'atomic-return':
      return `${address}\n  v_mov_b32_e32 ${registers[0]}, ${result}${path.atomic(context, registers[0], true)}${wait}${foldResult(registers.slice(0, 1))}`;
    default:
      return access.operation satisfies never;
  }
}

/**
 * Returns what a read needs to bypass stale cache lines, if anything: instructions that invalidate the caches, or
 * coherence bits for the load itself.
 */
function bypassCaches(
  { emission, coherence }: AccessEmission,
  instructions: readonly string[],
): { readonly invalidations: string; readonly loadBits: string } {
  if (!coherence.read) return { invalidations: '', loadBits: '' };
  if (emission.descriptor.coherence !== 'emptied')
    return { invalidations: '', loadBits: emission.dialect.loadBits };
  return { invalidations: instructions.map((instruction) => `\n  ${instruction}`).join(''), loadBits: '' };
}

function emitLoadWait({ gfx }: Emission, { path }: OrderedAccess): string {
  return `\n  ${path === 'flat' ? waitFor(gfx, 'load', 'local') : waitFor(gfx, 'load')}`;
}

/**
 * Emits a loop over the lanes in every fourth column. Each iteration reads the first remaining lane's word through
 * the scalar path, then drops all lanes with that word (S-087).
 */
function emitScalarAccess(context: AccessEmission): string {
  const { emission, access } = context;
  const { mask, exec, vcc } = emission.dialect;
  const { loop, lanes, scratch, otherScratch, first } = emission.scalars;
  const { scalarBufferLoad, andNot, scalarInvalidations } = emission.names;
  const { invalidations, loadBits } = bypassCaches(context, scalarInvalidations);
  const loopLabel = emission.label('lane');
  const endLabel = emission.label('lanes_done');
  // Without a wait, a scalar load is not ordered after the wave's earlier stores.
  const stores = emission.counters.stores ? `\n  ${emission.dialect.waitStores}` : '';
  return `${stores}
  s_mov_${mask} ${lanes}, ${exec}
  v_and_b32_e32 v${VECTOR.scratch}, 3, ${VECTOR.x}
  v_cmp_eq_u32_e32 ${vcc}, 0, v${VECTOR.scratch}
  s_and_${mask} ${loop}, ${exec}, ${vcc}
${loopLabel}:
  s_mov_${mask} ${exec}, ${loop}
  s_cbranch_execz ${endLabel}
  v_readfirstlane_b32 ${scratch}, ${offset}
  v_cmp_eq_u32_e32 ${vcc}, ${scratch}, ${offset}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_add_i32 ${otherScratch}, ${scratch}, ${access.slot * SLOT_BYTES}${invalidations}
  ${scalarBufferLoad} ${otherScratch}, ${first}, ${otherScratch}${formatBits(loadBits)}
  ${emission.dialect.waitScalars}${emitFoldStep(emission, result, result, otherScratch)}
  ${andNot}_${mask} ${loop}, ${loop}, ${exec}
  s_branch ${loopLabel}
${endLabel}:
  s_mov_${mask} ${exec}, ${lanes}`;
}

/**
 * Emits a waterfall loop over the buffers that lanes select by primitive and quad column. Each buffer is accessed
 * once, for all lanes that selected it. If lanes selected by primitive alone, they would all agree in a branch taken
 * only by even primitives.
 */
function emitWaterfall(context: AccessEmission): string {
  const { emission } = context;
  const { mask, exec, vcc } = emission.dialect;
  const { loop, lanes, scratch, selectedBuffer, set } = emission.scalars;
  const { scalarLoad, andNot } = emission.names;
  const loopLabel = emission.label('choice');
  const endLabel = emission.label('choices_done');
  return `
  s_mov_${mask} ${lanes}, ${exec}
  s_mov_${mask} ${loop}, ${exec}
${loopLabel}:
  s_mov_${mask} ${exec}, ${loop}
  s_cbranch_execz ${endLabel}
  v_lshrrev_b32_e32 v${VECTOR.scratch}, 1, ${VECTOR.x}
  v_xor_b32_e32 v${VECTOR.scratch}, ${VECTOR.primitive}, v${VECTOR.scratch}
  v_and_b32_e32 v${VECTOR.scratch}, 1, v${VECTOR.scratch}
  v_lshlrev_b32_e32 v${VECTOR.scratch}, 4, v${VECTOR.scratch}
  v_readfirstlane_b32 ${scratch}, v${VECTOR.scratch}
  v_cmp_eq_u32_e32 ${vcc}, ${scratch}, v${VECTOR.scratch}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  ${scalarLoad[4]} ${selectedBuffer}, ${set}, ${scratch}
  ${emission.dialect.waitScalars}${emitVectorAccess(context, PATH_EMITTERS.waterfall)}
  ${andNot}_${mask} ${loop}, ${loop}, ${exec}
  s_branch ${loopLabel}
${endLabel}:
  s_mov_${mask} ${exec}, ${lanes}`;
}
