import { factsOf, getMnemonic } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { type Dialect, emitReleaseStore, formatScope, waitFor } from '../dialect/index.js';
import { pick } from '../kit/chance.js';
import { ROW_SHIFT } from './program-text.js';

/** Maximum width and height of a scene. Each pixel has a 128-byte line in the upper half of its row. */
export const MAX_SCENE_SIZE = 8;
const LINE_SHIFT = 7;
const LINES_OFFSET = 1 << (ROW_SHIFT - 1);

const WORD = LINES_OFFSET + 16;
/** The first of two words of which each is stored by every other draw. */
const HANDED_OVER = LINES_OFFSET + 80;
/** The offset of a pair of words that straddles a line boundary. */
const STRADDLING_PAIR = LINES_OFFSET + 124;

/** The byte offset of the unused lines in each row, which are only loaded to evict other lines. */
const SPARE_OFFSET = LINES_OFFSET >> 1;
const SPARE_LINES = 4;

/** Registers not used by the fold. There are more of them than the parameter counter can track. */
const SPARE_REGISTERS = [0, 2, 4, 7, 9, 10, 12, 13, 14] as const;

const MIN_SPARE_LOADS = 4;
/** Exclusive upper bound on the number of additional loads. */
const EXTRA_SPARE_LOADS = 13;

/** Store scopes that allow a cache on the path to memory to hold the data. */
const CACHED_SCOPES = ['SCOPE_CU', 'SCOPE_SE'] as const;

/** Atomics that wrap around at a limit. */
const WRAPPING_ATOMICS = ['buffer_atomic_inc', 'buffer_atomic_dec'] as const;
/** Choices for the limit, relative to the value in memory. */
const LIMIT_OFFSETS = [-1, 0, 1] as const;

/**
 * Generates code for a section, between its entry and its fold, that accesses its pixel's memory and adds the
 * values it reads to v1. It only reads what it has stored itself:
 *
 * - a word that is stored with coherence bits, read and stored without them, and read again after its line may have
 *   been evicted;
 * - a pair of words that straddles two lines, only in even columns, so that no other lane accesses the second line;
 * - a word that a wrapping atomic increments or decrements, with a limit at or next to the value, while caches hold the
 *   old value;
 * - a word of scratch memory, if the hardware provides its address.
 *
 * If parameters are loaded explicitly, it also issues more parameter loads than the counter can track.
 *
 * Clobbers v0, v2, v4, v7, v9 to v14, s[12:13] and VCC. Scenes are at most `MAX_SCENE_SIZE` wide and high.
 */
export function emitCornerCases(stream: RandomStream, dialect: Dialect): string {
  return `
  v_lshlrev_b32_e32 v11, ${ROW_SHIFT}, v5
  v_lshl_add_u32 v11, v8, ${LINE_SHIFT}, v11
  v_mov_b32_e32 v7, v1
  ${emitReplacedWord(stream, dialect)}
  ${emitWrappingAtomic(stream, dialect)}
  ${emitStraddlingPair(dialect)}
  ${emitScratchAccess(dialect)}
  ${emitParameterLoads(stream, dialect)}`;
}

/**
 * Emits code that stores the primitive's number in one of the pixel's two words, and reads the other one, which only
 * earlier draws stored, from caches. Legal only between full barriers.
 *
 * @param pixels the columns and rows of pixels whose words are read too, with vector and scalar loads
 */
export function emitHandOver(
  { gfx, add, load, store, waitLoads, waitStores }: Dialect,
  own: number,
  pixels: readonly (readonly [number, number])[],
): string {
  const other = HANDED_OVER + 4 * (1 - own);
  const reads = pixels.map(([x, y]) => {
    const offset = (y << ROW_SHIFT) + (x << LINE_SHIFT) + other;
    return `
  v_mov_b32_e32 v9, 0x${offset.toString(16)}
  s_mov_b32 s12, 0x${offset.toString(16)}
  ${load('v9', 'v9', { bits: '' })}
  ${getMnemonic('s_buffer_load_dword', gfx)} s13, s[0:3], s12
  ${waitFor(gfx, 'load', 'scalar')}
  v_add3_u32 v1, v1, v9, s13`;
  });
  return `
  v_lshlrev_b32_e32 v11, ${ROW_SHIFT}, v5
  v_lshl_add_u32 v11, v8, ${LINE_SHIFT}, v11
  ${store('v1', 'v11', { offset: HANDED_OVER + 4 * own })}
  ${waitStores}
  ${load('v9', 'v11', { offset: other, bits: '' })}
  ${waitLoads}
  ${add} v1, v1, v9${reads.join('')}`;
}

/** Emits code that overwrites a value that every cache may hold. The old value must not reappear afterwards. */
function emitReplacedWord(stream: RandomStream, dialect: Dialect): string {
  const { gfx, add, load, store, waitLoads, waitStores } = dialect;
  const { slcEvicts, coherentScope, loadsWriteInOrder } = factsOf(gfx);
  // Where loads may write a register in any order, each is awaited before the next.
  const waitForSpare = loadsWriteInOrder ? '' : `\n  ${waitLoads}`;
  const spares = Array.from({ length: MIN_SPARE_LOADS + stream.below(EXTRA_SPARE_LOADS) }, (_, i) => {
    const row = Math.floor(i / SPARE_LINES) << ROW_SHIFT;
    const offset = SPARE_OFFSET + ((i % SPARE_LINES) << LINE_SHIFT);
    return `
  v_mov_b32_e32 v14, 0x${(row + offset).toString(16)}
  ${load('v10', 'v14', { bits: '' })}${waitForSpare}`;
  });
  // Loading spare lines may evict the word's line from every cache; a streaming load drops it only from L0.
  const isDropped = slcEvicts.length > 0 && stream.below(2) === 0;
  const evictionCode = isDropped
    ? `\n  ${load('v10', 'v11', { offset: WORD, bits: 'slc' })}`
    : spares.join('');
  const writeBackCode =
    coherentScope === undefined
      ? store('v12', 'v11', { offset: WORD, bits: '' })
      : `${add} v13, ${WORD}, v11\n  ${emitReleaseStore(dialect, 'v12', 'v13', pick(stream, CACHED_SCOPES))}`;
  // A load with a wider scope passes L0, which may hold the line.
  const passingLoad =
    coherentScope !== undefined && stream.below(2) === 0
      ? `\n  ${load('v10', 'v11', { offset: WORD, bits: formatScope(gfx, 'SCOPE_SE', '') })}\n  ${waitLoads}`
      : '';
  return `
  v_add3_u32 v12, v11, v7, 1
  ${store('v7', 'v11', { offset: WORD })}
  ${waitStores}
  ${load('v9', 'v11', { offset: WORD, bits: '' })}
  ${waitLoads}${passingLoad}
  ${writeBackCode}
  ${waitStores}${evictionCode}
  ${load('v10', 'v11', { offset: WORD, bits: '' })}
  ${waitLoads}
  v_add3_u32 v1, v1, v9, v10`;
}

/**
 * Emits code that increments or decrements with wraparound at the limit; the corner case is a value equal to the
 * limit. The atomic must invalidate cached copies.
 */
function emitWrappingAtomic(stream: RandomStream, dialect: Dialect): string {
  const { gfx, add, load, store, offen, returns, waitLoads, waitStores } = dialect;
  const atomic = getMnemonic(pick(stream, WRAPPING_ATOMICS), gfx);
  const cachedLoad = load('v9', 'v11', { offset: WORD, bits: '' });
  return `
  ${store('v7', 'v11', { offset: WORD })}
  ${waitStores}
  ${add} v12, ${pick(stream, LIMIT_OFFSETS)}, v7
  ${cachedLoad}
  ${waitLoads}
  ${atomic} v12, v11, s[0:3], ${offen} offset:${WORD} ${returns}
  ${waitLoads}
  ${cachedLoad}
  ${waitLoads}
  ${add} v1, v1, v12
  ${add} v1, v1, v9`;
}

/**
 * Emits code in which only lanes in even columns store and load the pair, so that no other access fetches the second
 * line.
 */
function emitStraddlingPair(dialect: Dialect): string {
  const { gfx, mask, exec, vcc, offen, storeBits, waitLoads, waitStores } = dialect;
  const saved = mask === 'b64' ? 's[12:13]' : 's12';
  const pair = `v[12:13], v11, s[0:3], ${offen} offset:${STRADDLING_PAIR}`;
  return `
  v_and_b32_e32 v9, 1, v8
  v_cmp_eq_u32_e32 ${vcc}, 0, v9
  s_and_saveexec_${mask} ${saved}, ${vcc}
  v_lshlrev_b32_e32 v12, 3, v7
  v_not_b32_e32 v13, v7
  ${getMnemonic('buffer_store_dwordx2', gfx)} ${pair} ${storeBits}
  ${waitStores}
  ${getMnemonic('buffer_load_dwordx2', gfx)} ${pair}
  ${waitLoads}
  v_add3_u32 v1, v1, v12, v13
  s_mov_${mask} ${exec}, ${saved}`;
}

function emitScratchAccess({ gfx, add, waitLoads, waitStores }: Dialect): string {
  if (!factsOf(gfx).hardwareScratchBase) return '';
  return `
  ${getMnemonic('scratch_store_dword', gfx)} off, v7, off
  ${waitStores}
  ${getMnemonic('scratch_load_dword', gfx)} v9, off, off
  ${waitLoads}
  ${add} v1, v1, v9`;
}

/**
 * Emits code that loads the primitive's number several times, each time into a different register, since loads to one
 * register may return in any order. In half of the programs, EXEC is empty when they return: only the lanes that were
 * active when a load was issued matter.
 */
function emitParameterLoads(stream: RandomStream, { gfx, mask, exec, add }: Dialect): string {
  if (!factsOf(gfx).loadsParameters) return '';
  const load = getMnemonic('lds_param_load', gfx);
  const saved = mask === 'b64' ? 's[12:13]' : 's12';
  const [empty, restored] = pick(stream, [
    ['', ''],
    [`s_mov_${mask} ${saved}, ${exec}\n  s_mov_${mask} ${exec}, 0`, `s_mov_${mask} ${exec}, ${saved}`],
  ] as const);
  return `${SPARE_REGISTERS.map((register) => `\n  ${load} v${register}, attr0.x`).join('')}
  ${empty}
  ${waitFor(gfx, 'export')}
  ${restored}
  v_sub_u32_e32 v12, v12, v13
  ${add} v1, v1, v12`;
}
