import type { Gfx, WaveSize } from '../../../arch/index.js';
import { emitEntry, emitExit, getDialect } from '../../dialect/index.js';
import { emitPrimitiveAndOffset } from '../fold-text.js';
import { REGISTERS } from '../shader.js';

const { ancillary, offset, primitive } = REGISTERS;

/** The options of the execution test's shaders. */
export interface CrossReadOptions {
  readonly samples: number;
  /** The byte offset from a sample's word to the word that records what its invocation read. */
  readonly seenOffset: number;
  /** Whether accesses use the generation's coherence bits. */
  readonly coherent: boolean;
}

/**
 * Emits a shader with one invocation per sample. Each one sets its layer's bit in its sample's word, reads the words of
 * all samples of the pixel, and stores which earlier layers it has seen in all of them (scenarios.md 2).
 */
export function emitCrossRead(
  { samples, seenOffset, coherent }: CrossReadOptions,
  gfx: Gfx,
  wave: WaveSize,
): string {
  const dialect = getDialect(gfx, wave);
  const { add, load, store, waitStores, waitLoads } = dialect;
  const loadBits = coherent ? dialect.loadBits : '';
  const storeBits = coherent ? dialect.storeBits : '';
  const reads = Array.from(
    { length: samples },
    (_, sample) => `
  ${load('v8', offset, { offset: 4 * sample, bits: loadBits })}
  ${waitLoads}
  v_and_b32_e32 v13, v13, v8`,
  );
  return `${emitPrimitiveAndOffset(gfx, dialect)}
  v_lshlrev_b32_e32 ${offset}, ${31 - Math.clz32(samples)}, ${offset}
  v_bfe_u32 v9, ${ancillary}, 8, 4
  v_lshl_add_u32 v9, v9, 2, ${offset}
  v_mov_b32_e32 v12, 1
  v_lshlrev_b32_e32 v10, ${primitive}, v12
  ${add} v13, -1, v10${emitEntry(gfx)}
  ${load('v8', 'v9', { bits: loadBits })}
  ${waitLoads}
  v_or_b32_e32 v8, v8, v10
  ${store('v8', 'v9', { bits: storeBits })}
  ${waitStores}${reads.join('')}
  ${add} v9, 0x${seenOffset.toString(16)}, v9
  ${store('v13', 'v9', { bits: storeBits })}${emitExit(gfx, dialect)}`;
}
