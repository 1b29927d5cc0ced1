import { factsOf, getMnemonic } from '../../arch/index.js';
import { setting } from '../../transactions/index.js';
import { findDescriptor } from '../corpus.js';
import type { Dialect } from '../dialect/index.js';
import { emitFlatPrimitive, emitReleaseStore, formatScope, setScalars, waitFor } from '../dialect/index.js';
import { parseWord } from '../driver/words.js';
import { getMemoryNames } from '../generator/registers.js';
import { createSceneDraws, pixelBuffer, rawBufferDescriptor } from '../kit/draws.js';
import { createOneBufferProgram, createOneBufferRegisters, ONE_BUFFER_SHADER } from '../kit/programs.js';
import { listFaults, sequence } from '../kit/test.js';
import { MAX_FRAGMENTS, pickScene } from '../scenes/scene.js';
import { claim, WAVES_OVERLAP } from '../sequence.js';

/** The name of the corpus's image, whose memory the program also accesses as a buffer. */
const IMAGE_NAME = 'img';

/** The program features that faults can rely on. */
const FEATURES = ['stale-caches', 'mixed-reads', 'atomics-without-return'] as const;

/** Reads a word coherently, and then again from caches through every binding (S-104, S-107, S-087). */
export const mixedReads = sequence({
  name: 'mixed_reads',
  text: 'read coherently first, then again through the buffer, image and scalar paths while caches hold stale data',
  claims: [WAVES_OVERLAP, claim('a read bypasses the caches', 70, 'cache-lines/cause/bypass')],
  faults: listFaults(FEATURES, (where, needsFeature) => where === 'memory' || needsFeature),
  knobs: { caches: setting('caches', 'stale') },
  generate: (test) => {
    const { gfx, dialect } = test;
    const image = findDescriptor(test.request.corpus, gfx, IMAGE_NAME);
    const address = Number.parseInt(image.address, 16);
    const scene = pickScene(test.stream, { fragments: MAX_FRAGMENTS });
    const layout = {
      height: scene.height,
      bytesPerPixel: 1 << PIXEL_SHIFT,
      bytesPerRow: 1 << ROW_SHIFT,
    };
    const registers = createOneBufferRegisters(test, {
      samples: 1,
      perSample: false,
      shader: { ...ONE_BUFFER_SHADER, sgprs: 32 },
      userData: [...rawBufferDescriptor(gfx, address, scene.height << ROW_SHIFT), scene.width],
    });
    const text = emitMixedReadsProgram(dialect, image.words.map(parseWord));
    return test.build({
      programs: [test.withProgramFaults(createOneBufferProgram(gfx, test.name, text))],
      draws: createSceneDraws(
        scene,
        scene.draws.map(() => registers),
        { first: 1 },
      ),
      ...pixelBuffer({ name: IMAGE_NAME, address }, layout, {
        // This makes a release without a write-back an error.
        coherent: factsOf(gfx).coherentScope === undefined ? undefined : true,
      }),
    });
  },
});

/** Log2 of the pixel stride in bytes. */
const PIXEL_SHIFT = 2;
/** Log2 of the row stride in bytes. */
const ROW_SHIFT = 9;

/**
 * The byte offset from a pixel's word to its primitive sum. It places the sums past the right edge of the widest scene.
 */
const COUNTER_OFFSET = 1 << (ROW_SHIFT - 1);

/** The first SGPR of the image descriptor. */
const IMAGE_SGPR = 12;

/**
 * Emits a section that first reads its pixel's word coherently, then again in other ways:
 *
 * - a streaming read and a plain read through the buffer;
 * - a read through an image of the same memory;
 * - for the first lane, a coherent and a plain scalar read.
 *
 * These reads differ only if a cache misbehaves. All results are folded into the word, which is then stored coherently,
 * with a write-back on GFX12. Finally, a no-return atomic adds the primitive's number to the counter word half a row
 * later. Every other primitive only reads, which leaves lines in the caches; the plain scalar read leaves lines in the
 * scalar caches. The initial registers are those of the golden programs.
 */
function emitMixedReadsProgram(dialect: Dialect, image: readonly number[]): string {
  const { gfx, wave, add, load, mask, vcc, saved, offen, waitScalars, waitLoads } = dialect;
  const scalarLoad = getMnemonic('s_buffer_load_dword', gfx);
  return `
  ${emitFlatPrimitive(dialect)}
  v_lshrrev_b32_e32 v6, 16, v3
  v_and_b32_e32 v5, 0xffff, v3
  v_lshlrev_b32_e32 v4, ${ROW_SHIFT}, v6
  v_lshl_add_u32 v3, v5, ${PIXEL_SHIFT}, v4
  ${setScalars(IMAGE_SGPR, image)}
  ${dialect.entry}
  ${load('v4', 'v3')}
  ${waitLoads}
  ${load('v0', 'v3', { bits: formatScope(gfx, 'SCOPE_SE', 'slc') })}
  ${load('v7', 'v3', { bits: '' })}
  ${waitLoads}
  v_xor_b32_e32 v7, v7, v0
  image_load v0, ${dialect.texel(5)}, s[12:19] ${getMemoryNames(gfx).image}
  v_readfirstlane_b32 s20, v3
  ${scalarLoad} s21, s[0:3], s20 ${formatScope(gfx, 'SCOPE_SYS', dialect.loadBits)}
  ${waitFor(gfx, 'load', 'scalar')}
  ${scalarLoad} s23, s[0:3], s20
  ${waitScalars}
  v_readfirstlane_b32 s22, v4
  s_sub_i32 s22, s21, s22
  s_sub_i32 s23, s23, s21
  s_add_i32 s22, s22, s23
  v_xor_b32_e32 v0, v0, v4
  v_mul_lo_u32 v4, v4, 31
  ${add} v4, v4, v1
  ${add} v4, s22, v4
  ${add} v4, v4, v7
  ${add} v4, v4, v0
  v_and_b32_e32 v0, 1, v1
  v_cmp_eq_u32_e32 ${vcc}, 0, v0
  s_and_saveexec_${mask} ${saved}, ${vcc}
  ${emitReleaseStore(dialect, 'v4', 'v3', wave === 64 ? 'SCOPE_SE' : 'SCOPE_CU')}
  ${getMnemonic('buffer_atomic_add', gfx)} v1, v3, s[0:3], ${offen} offset:${COUNTER_OFFSET}
  ${dialect.exit}`;
}
