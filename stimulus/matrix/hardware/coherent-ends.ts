import type { Gfx, WaveSize } from '../../../arch/index.js';
import { emitEntry, emitExit, getDialect } from '../../dialect/index.js';
import { emitPrimitiveAndOffset } from '../fold-text.js';
import { REGISTERS } from '../shader.js';

const { offset, primitive } = REGISTERS;

/**
 * Emits a section whose fold stores and reloads its intermediate result. Only the first read and the last write have
 * coherence bits, since only these interact with other waves (S-104).
 */
export function emitFoldWithCoherentEnds(gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  const { add, load, store, waitStores, waitLoads } = dialect;
  return `${emitPrimitiveAndOffset(gfx, dialect)}${emitEntry(gfx)}
  ${load('v8', offset)}
  ${waitLoads}
  v_mul_lo_u32 v8, v8, 31
  ${store('v8', offset, { bits: '' })}
  ${waitStores}
  ${load('v9', offset, { bits: '' })}
  ${waitLoads}
  ${add} v9, v9, ${primitive}
  ${store('v9', offset)}${emitExit(gfx, dialect)}`;
}
