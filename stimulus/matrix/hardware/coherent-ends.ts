import type { Gfx, WaveSize } from '../../../arch/index.js';
import { dialectOf } from '../../golden/dialect.js';
import { entryText, exitText } from '../../golden/protocol.js';
import { headText } from '../fold-text.js';
import { REGISTERS } from '../shader.js';

const { offset, primitive } = REGISTERS;

/**
 * A section that folds in two steps through memory: coherent bits are on the first read and the last write only, which is
 * all that other waves see (S-104).
 */
export function coherentEndsText(gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  const { add, load, store, loadBits, storeBits, waitStores } = dialect;
  return `${headText(gfx, dialect)}${entryText(gfx)}
  ${load} v8, ${offset}, s[0:3], 0 offen ${loadBits}
  s_waitcnt vmcnt(0)
  v_mul_lo_u32 v8, v8, 31
  ${store} v8, ${offset}, s[0:3], 0 offen
  ${waitStores}
  ${load} v9, ${offset}, s[0:3], 0 offen
  s_waitcnt vmcnt(0)
  ${add} v9, v9, ${primitive}
  ${store} v9, ${offset}, s[0:3], 0 offen ${storeBits}${exitText(gfx, dialect)}`;
}
