import type { Gfx, WaveSize } from '../../../arch/index.js';
import { getMnemonic } from '../../../arch/index.js';
import { type Dialect, emitEntry, emitExit, getDialect } from '../../dialect/index.js';
import { FOLD_BUFFER } from '../fold-parts.js';
import { emitPrimitiveAndOffset, emitWordFold } from '../fold-text.js';
import { REGISTERS } from '../shader.js';

const { offset, primitive } = REGISTERS;

/** How a section reads and writes its word. */
export type AccessKind = 'buffer' | 'global' | 'atomic' | 'lanes';

/** The SGPRs that hold the buffer's address. */
const BASE = 's[16:17]';

/** Emits a fold that uses one kind of access. */
type FoldEmitter = (gfx: Gfx, dialect: Dialect) => string;

const EMITTERS: Readonly<Record<AccessKind, FoldEmitter>> = {
  buffer: (_gfx, dialect) => emitWordFold(dialect),
  global: (gfx, { add, loadBits, storeBits, waitLoads }) => {
    const [load, store] = ['global_load_dword', 'global_store_dword'].map((name) => getMnemonic(name, gfx));
    return `
  s_mov_b32 s16, 0x${(FOLD_BUFFER.address % 2 ** 32).toString(16)}
  s_mov_b32 s17, 0x${Math.floor(FOLD_BUFFER.address / 2 ** 32).toString(16)}
  ${load} v8, ${offset}, ${BASE} ${loadBits}
  ${waitLoads}
  v_mul_lo_u32 v8, v8, 31
  ${add} v8, v8, ${primitive}
  ${store} ${offset}, v8, ${BASE} ${storeBits}`;
  },
  atomic: (gfx, { add, load, offen, waitLoads }) => `
  ${load('v8', offset)}
  ${waitLoads}
  v_mul_lo_u32 v8, v8, 31
  ${add} v8, v8, ${primitive}
  ${getMnemonic('buffer_atomic_swap', gfx)} v8, ${offset}, s[0:3], ${offen}`,
  lanes: (_gfx, dialect) =>
    emitWordFold(
      dialect,
      `
  v_mbcnt_lo_u32_b32 v9, -1, 0
  v_mbcnt_hi_u32_b32 v9, -1, v9
  v_lshlrev_b32_e32 v9, 2, v9
  ds_bpermute_b32 v8, v9, v8
  ${dialect.waitLocal}`,
    ),
};

/** Emits a section that folds its word with the given kind of access, and waits on that kind's counter (H16). */
export function emitAccessKind(kind: AccessKind, gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  return `${emitPrimitiveAndOffset(gfx, dialect)}${emitEntry(gfx)}${EMITTERS[kind](gfx, dialect)}${emitExit(gfx, dialect)}`;
}
