import type { Gfx, WaveSize } from '../../../arch/index.js';
import { getMnemonic } from '../../../arch/index.js';
import { emitEnd, emitEntry, getDialect, waitFor } from '../../dialect/index.js';
import { emitPrimitiveAndOffset } from '../fold-text.js';
import { REGISTERS } from '../shader.js';

const { offset, primitive } = REGISTERS;

/** Which operations are still outstanding at the end of a section: a vector load, a store, a scalar load, or all. */
export type OutstandingKind = 'vm' | 'vs' | 'lgkm' | 'mixed';

/**
 * Emits a section that leaves accesses outstanding on the given counters until its last wait, which is omitted if
 * `hasWait` is false. If the section ends with loads, a store precedes them, so that exiting too early conflicts with
 * other waves' writes.
 */
export function emitExitWait(kind: OutstandingKind, hasWait: boolean, gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  const { load, loadBits, store, waitStores } = dialect;
  const isOutstanding = (counter: OutstandingKind): boolean => kind === counter || kind === 'mixed';
  const storeText = `\n  ${store(primitive, offset)}`;
  const scalar = getMnemonic('s_buffer_load_dword', gfx);
  return [
    emitPrimitiveAndOffset(gfx, dialect),
    emitEntry(gfx),
    isOutstanding('vs') ? '' : `${storeText}\n  ${waitStores}`,
    isOutstanding('lgkm') ? `\n  ${scalar} s13, s[0:3], 0x0 ${loadBits}` : '',
    isOutstanding('vm') ? `\n  ${load('v8', offset)}` : '',
    isOutstanding('vs') ? storeText : '',
    hasWait ? `\n  ${waitFor(gfx, 'load', 'scalar')}\n  ${waitStores}` : '',
    emitEnd(gfx),
  ].join('');
}
