import { getMnemonic } from '../../arch/index.js';
import {
  type Dialect,
  emitFlatPrimitive,
  emitFold,
  emitPixelIndex,
  formatEmptyExport,
  formatScope,
  hasSeparateStoreCounter,
  waitFor,
} from '../dialect/index.js';
import { createSceneDraws, pixelBuffer, plainBuffer, rawBufferDescriptor } from '../kit/draws.js';
import { createOneBufferProgram, createOneBufferRegisters, ONE_BUFFER_SHADER } from '../kit/programs.js';
import { BY_FEATURE, listFaults, sequence } from '../kit/test.js';
import { pickScene } from '../scenes/scene.js';
import { claim, WAVES_OVERLAP } from '../sequence.js';

/** The high address word of the program's two buffers, whose low words are 0 and `SECOND_BUFFER_OFFSET`. */
const ADDRESS_HIGH = 1;

/** The distance in bytes between the two buffers, chosen to be larger than any scene needs. */
const SECOND_BUFFER_OFFSET = 1 << 20;

/** The buffer that the section folds into. */
const FOLDS = { name: 'folds', address: ADDRESS_HIGH * 2 ** 32 };
/** The buffer that records each pixel's last primitive. */
const LAST = { name: 'last', address: FOLDS.address + SECOND_BUFFER_OFFSET };

const MAX_FRAGMENTS = 8192;

/**
 * Runs sections that diverge into two halves and access memory through a buffer, through a generic pointer and with
 * scalar loads. They also store to a second buffer and use a loaded value after the exit.
 */
export const manyPaths = sequence({
  name: 'many_paths',
  text: 'accumulate in two divergent halves, through a buffer and a pointer; store to a second buffer; use a loaded value after the exit',
  claims: [
    WAVES_OVERLAP,
    claim('waves wait on several counters before an exit', 70, 'exit-path/awaited/several'),
  ],
  faults: listFaults(['many-paths'], BY_FEATURE),
  generate: (test) => {
    const { gfx } = test;
    const scene = pickScene(test.stream, { fragments: MAX_FRAGMENTS });
    const bytesPerRow = scene.width * 4;
    const bytes = scene.height * bytesPerRow;
    const registers = createOneBufferRegisters(test, {
      samples: 1,
      perSample: false,
      shader: { ...ONE_BUFFER_SHADER, vgprs: 16, sgprs: 24 },
      userData: [...rawBufferDescriptor(gfx, FOLDS.address, SECOND_BUFFER_OFFSET + bytes), scene.width],
    });
    const options = test.pickOptions(scene.draws.map(() => registers));
    const program = createOneBufferProgram(gfx, test.name, emitManyPathsProgram(test.dialect));
    const { memory, ordered } = pixelBuffer(FOLDS, { height: scene.height, bytesPerPixel: 4, bytesPerRow });
    return test.build({
      programs: [test.withProgramFaults(program)],
      draws: test.withRegisterFaults(createSceneDraws(scene, options)),
      memory: [...memory, plainBuffer(LAST, bytes)],
      ordered,
    });
  },
});

/**
 * Emits a section that accesses memory in many ways. Each lane folds its primitive into its pixel's word: word * 31 +
 * primitive + 1. Lanes with odd primitives do so first, through the buffer, and lanes with even primitives then use a
 * generic pointer. Next, all lanes store the primitive in a second buffer, read the first lane's word through the
 * scalar path, and reread their own word, which they use only after the exit. The initial registers are those of the
 * golden programs. v3 is the byte offset of the pixel's word, v[6:7] its address, and v9 the byte offset of its word in
 * the second buffer.
 */
function emitManyPathsProgram(dialect: Dialect): string {
  const { gfx, add, load, store, loadBits, storeBits, mask, exec, vcc, saved, waitStores, waitLoads } =
    dialect;
  const [flat, scalar] = ['flat_load_dword', 's_buffer_load_dword'].map((name) => getMnemonic(name, gfx));
  return `
  ${emitPixelIndex(dialect, 'v3', 'v6', 'v3')}
  v_lshlrev_b32_e32 v3, 2, v3
  ${add} v9, 0x${SECOND_BUFFER_OFFSET.toString(16)}, v3
  v_mov_b32_e32 v6, v3
  v_mov_b32_e32 v7, ${ADDRESS_HIGH}
  ${emitFlatPrimitive(dialect)}
  ${add} v1, 1, v1
  v_and_b32_e32 v0, 1, v1
  v_cmp_eq_u32_e32 ${vcc}, 0, v0
  ${dialect.entry}
  s_and_saveexec_${mask} ${saved}, ${vcc}
  ${emitFold(dialect, { word: 'v4', address: 'v3', value: 'v1' })}
  s_xor_${mask} ${exec}, ${exec}, ${saved}
  ${flat} v4, v[6:7] ${formatScope(gfx, 'SCOPE_SYS', loadBits)}
  ${waitFor(gfx, 'load', 'local')}
  v_mul_lo_u32 v4, v4, 31
  ${add} v4, v4, v1
  ${store('v4', 'v3', { bits: formatScope(gfx, 'SCOPE_SYS', storeBits) })}
  s_mov_${mask} ${exec}, ${saved}
  ${store('v1', 'v9')}
  v_readfirstlane_b32 s20, v3
  ${scalar} s21, s[0:3], s20
  ${load('v5', 'v3')}
  ${waitStores}
  ${hasSeparateStoreCounter(gfx) ? waitLoads : ''}
  ${dialect.waitScalars}
  ${dialect.doneMessage}
  ${formatEmptyExport(gfx)}
  v_mov_b32_e32 v8, v5
  s_endpgm`;
}
