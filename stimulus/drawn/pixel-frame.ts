import { counterMaximum, factsOf, getCounter, getInstructionSet } from '../../arch/index.js';
import type { Program } from '../../transactions/index.js';
import { emitFoldProgram, ROW_SHIFT } from '../coverage-fold/program-text.js';
import { createFoldProgram, FOLD_BUFFER } from '../coverage-fold/scenario.js';
import { emitEntry, setScalars } from '../dialect/index.js';
import type { FieldValues } from '../driver/draw-intent.js';
import { getAllocationFields } from '../driver/shader-fields.js';
import { log2, splitAddress } from '../driver/words.js';
import { pick } from '../kit/chance.js';
import { USER_SGPRS } from '../kit/programs.js';
import type { Test, TestArea } from '../kit/test.js';
import { encodeTyped } from './compute-frame.js';
import { type Body, BYTES, type Frame, SCALAR, SCALARS, VECTOR, VECTORS } from './frame.js';
import { emitOutstandingLocal } from './group-end.js';

/** Maximum width and height of a scene, whose pixels each have `BYTES.LANE` in the upper half of their row. */
export const MAX_SCENE_SIZE = 8;

/** The offset in a row of the first pixel's bytes, in the middle of a line. */
const FIRST_BYTE = (1 << (ROW_SHIFT - 1)) - BYTES.LANE / 2;

/** The byte offset of a wave's own LDS, behind the parameters of all its primitives. */
const LOCAL_OFFSET = 1024;

const MAX_LANES = 64;

/** The scratch memory of a wave, if the hardware provides its address. */
export const SCRATCH_RING = { address: 4 * 2 ** 32, bytesPerWave: MAX_LANES * BYTES.SCRATCH };

/** Instructions added to a failing poll; the model foresees the end of a poll loop of up to 64 instructions. */
const POLL_STEPS = [0, 0, 0, 59, 60] as const;

/** Creates a pixel program that runs the body in its section and folds the sum into its pixel. */
export function createPixelProgram(test: Test, area: TestArea, name: string, emitBody: Body): Program {
  const { dialect, gfx, chip } = test;
  const buffer = { address: FOLD_BUFFER.address, bytes: area.height << ROW_SHIFT };
  const frame: Frame = {
    ...{ dialect, buffer },
    set: getInstructionSet(chip),
    isPrivate: false,
    hasScratch: factsOf(gfx).hardwareScratchBase,
    hasGlobalShare: false,
    localOffset: LOCAL_OFFSET,
    primitiveMask: USER_SGPRS,
  };
  const step = '\n  s_mov_b32 s9, s9'.repeat(pick(test.branch(name), POLL_STEPS));
  const entry = `${emitEntry(gfx, '', step)}${emitSetup(frame)}${emitBody(test.stream, frame)}`;
  // The wave exits its section with no accesses to its LDS outstanding, a few, or what a counter holds.
  const last = pick(test.stream, [0, 0, 1, 2, counterMaximum(gfx, getCounter(gfx, 'local'))]);
  const accesses = Array.from({ length: last }, () => emitOutstandingLocal(test.stream, frame));
  const exit = `${accesses.join('')}${dialect.exit}`;
  const text = emitFoldProgram({ ...dialect, exit }, { entry });
  return createFoldProgram(test, name, text, { isUnique: true, wave: dialect.wave });
}

function emitSetup({ dialect, buffer }: Frame): string {
  const { gfx, wave, add } = dialect;
  const { OFFSET, ADDRESS, LOCAL } = VECTOR;
  return `
  v_lshlrev_b32_e32 v${OFFSET}, ${ROW_SHIFT}, v5
  v_lshl_add_u32 v${OFFSET}, v8, ${log2(BYTES.LANE)}, v${OFFSET}
  ${add} v${OFFSET}, ${FIRST_BYTE}, v${OFFSET}
  ${setScalars(SCALAR.BASE, splitAddress(buffer.address))}
  ${setScalars(SCALAR.TYPED, encodeTyped(gfx, buffer))}
  ${add} v${ADDRESS}, s${SCALAR.BASE}, v${OFFSET}
  v_mov_b32_e32 v${ADDRESS + 1}, s${SCALAR.BASE + 1}
  v_mbcnt_lo_u32_b32 v${LOCAL}, -1, 0
  ${wave === 64 ? `v_mbcnt_hi_u32_b32 v${LOCAL}, -1, v${LOCAL}` : ''}
  v_lshlrev_b32_e32 v${LOCAL}, ${log2(BYTES.LOCAL)}, v${LOCAL}
  ${add} v${LOCAL}, ${LOCAL_OFFSET}, v${LOCAL}`;
}

/** Returns the fields of a draw that runs such a program. */
export function getPixelFields({ gfx, wave }: Test): FieldValues {
  const ldsUnits = (LOCAL_OFFSET + MAX_LANES * BYTES.LOCAL) / factsOf(gfx).extraLdsUnitBytes;
  return {
    ...getAllocationFields(gfx, wave, { vgprs: VECTORS, sgprs: SCALARS }),
    'SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE': ldsUnits,
  };
}
