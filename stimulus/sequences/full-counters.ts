import { factsOf, getMnemonic } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { emitPosition, emitSampleFold } from '../coverage-fold/program-text.js';
import { createFoldProgram, foldScenario, pickFilledDraw } from '../coverage-fold/scenario.js';
import { type Dialect, vectors } from '../dialect/index.js';
import { pick } from '../kit/chance.js';
import { listFaults, sequence } from '../kit/test.js';
import { WAVES_OVERLAP } from '../sequence.js';

const SIZES = [8, 16] as const;
const PROGRAMS = 2;
const MIN_DRAWS = 2;
const DRAW_COUNT_RANGE = 2;
const MAX_PRIMITIVES = 8;

/** The number of stores in a burst: more than the local counter of any generation can hold, or only of GFX9. */
const BURSTS = [20, 70] as const;

/** The byte offset of a wave's stores in its LDS, behind the parameters of all its primitives. */
const LOCAL_OFFSET = 1024;
/** Four dwords per lane. */
const LOCAL_BYTES = 1024;

/** Stores of one to four dwords. Each begins at a multiple of its size, or of 16 bytes for three dwords. */
const STORES = [
  { name: 'ds_write_b32', dwords: 1, offsets: [0, 4, 8, 12] },
  { name: 'ds_write_b64', dwords: 2, offsets: [0, 8] },
  { name: 'ds_write_b96', dwords: 3, offsets: [0] },
  { name: 'ds_write_b128', dwords: 4, offsets: [0] },
] as const;

/** Atomics whose results depend on whether the operands have a sign. */
const ATOMICS = ['ds_max_i32', 'ds_max_u32', 'ds_min_i32', 'ds_min_u32'] as const;

/** The four registers that hold a lane's data. Half of their values are negative. */
const DATA = [12, 13, 14, 15] as const;

/**
 * Runs bursts of LDS stores that fill a wave's counter, so that it waits for room before the next (S-083), with several
 * dwords per lane (P-128, P-133) and atomics on signed and unsigned words (P-121). What is left is folded.
 */
export const fullCounters = sequence({
  name: 'full_counters',
  text: 'bursts of local stores of one to four dwords that fill the counter, then signed and unsigned atomics',
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  faults: listFaults(['full-counters'], (_, needsFeature) => needsFeature),
  generate: (test) => {
    const { stream, dialect } = test;
    const area = test.area(SIZES);
    const programs = Array.from({ length: PROGRAMS }, (_, i) => {
      const text = `
  ${emitPosition(dialect)}
  ${emitLocalBurst(stream, dialect)}
  ${emitSampleFold(dialect)}
  ${dialect.exit}`;
      return createFoldProgram(dialect, `burst ${i + 1}`, text, { isUnique: true });
    });
    const unit = factsOf(test.gfx).extraLdsUnitBytes;
    const fields = { 'SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE': (LOCAL_OFFSET + LOCAL_BYTES) / unit };
    const draws = test.times(MIN_DRAWS, DRAW_COUNT_RANGE, (i) => ({
      ...pickFilledDraw(test, area, MAX_PRIMITIVES),
      ...{ program: i % PROGRAMS, fields },
    }));
    return foldScenario(test, area, { programs, draws });
  },
});

/** Emits code, between `emitPosition` and `emitSampleFold`, that adds the lane's four dwords to the folded value. */
function emitLocalBurst(stream: RandomStream, { gfx, wave, waitLocal }: Dialect): string {
  const [first, second, third, fourth] = DATA;
  const name = (mnemonic: string): string => getMnemonic(mnemonic, gfx);
  const stores = Array.from({ length: pick(stream, BURSTS) }, () => {
    const { name: store, dwords, offsets } = pick(stream, STORES);
    const from = first + stream.below(DATA.length - dwords + 1);
    return `\n  ${name(store)} v11, ${vectors(from, dwords)} offset:${LOCAL_OFFSET + pick(stream, offsets)}`;
  });
  const atomics = DATA.map(
    (register, i) => `\n  ${name(pick(stream, ATOMICS))} v11, v${register} offset:${LOCAL_OFFSET + 4 * i}`,
  );
  return `
  v_mbcnt_lo_u32_b32 v11, -1, 0
  ${wave === 64 ? 'v_mbcnt_hi_u32_b32 v11, -1, v11' : ''}
  v_lshlrev_b32_e32 v11, 4, v11
  v_mul_lo_u32 v${first}, v1, v1
  v_not_b32_e32 v${second}, v${first}
  v_lshl_add_u32 v${third}, v1, 3, v11
  v_not_b32_e32 v${fourth}, v1${stores.join('')}
  v_not_b32_e32 v${third}, v${third}
  ${name('ds_write_b128')} v11, v[${first}:${fourth}] offset:${LOCAL_OFFSET}
  v_not_b32_e32 v${first}, v${first}${atomics.join('')}
  ${name('ds_read_b64')} v[${first}:${second}], v11 offset:${LOCAL_OFFSET}
  ${name('ds_read_b64')} v[${third}:${fourth}], v11 offset:${LOCAL_OFFSET + 8}
  ${waitLocal}${DATA.map((register) => `\n  v_lshl_add_u32 v1, v1, 1, v${register}`).join('')}`;
}
