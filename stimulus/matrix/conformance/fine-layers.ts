import { emitEntry, emitExit, emitFlatPrimitive, getDialect } from '../../dialect/index.js';
import type { FieldValues } from '../../driver/register-fields.js';
import type { CellParts, CellTarget } from '../cell.js';
import { createCellDraw, createCellProgram, REGISTERS } from '../shader.js';
import { COLUMN, emitLocationAccess, ROW } from './access-text.js';
import { createStripTriangles } from './layer-parts.js';
import { createStorageMemory, getStorage } from './storage.js';

const { coverage, position, primitive } = REGISTERS;

const LAYERS = 32;
const ALL_BITS = 0xffffffff;

/**
 * Returns the parts of a cell that draws layers of 2x2-pixel fragments, each of which updates the locations of its
 * covered pixels one by one.
 */
export function createFineLayerParts(target: CellTarget, fields: FieldValues): CellParts {
  const { chip, wave, size, corpus } = target;
  const { gfx } = chip;
  const dialect = getDialect(gfx, wave);
  const { add, lowestBit, mask, exec, vcc, saved, waitLoads } = dialect;
  const storage = getStorage('ssbo', gfx, corpus, size, size);
  const access = emitLocationAccess('ssbo', gfx, dialect, storage.descriptor);
  const text = `${emitFlatPrimitive(gfx, dialect, { value: primitive, loaded: 'v7' })}
  v_mov_b32_e32 v12, 1
  v_lshlrev_b32_e32 v10, ${primitive}, v12
  ${add} v13, -1, v10
  s_mov_${mask} ${saved}, ${exec}${emitEntry(gfx)}
pixel:
  ${lowestBit} v9, ${coverage}
  v_lshrrev_b32_e32 ${ROW}, 16, ${position}
  v_and_b32_e32 ${COLUMN}, 0xffff, ${position}
  v_lshrrev_b32_e32 v7, 1, v9
  ${add} ${ROW}, ${ROW}, v7
  v_and_b32_e32 v7, 1, v9
  ${add} ${COLUMN}, ${COLUMN}, v7${access.setup}${access.load}
  ${waitLoads}
  v_and_b32_e32 v7, v8, v13
  v_cmp_eq_u32_e32 ${vcc}, v7, v13
  v_cndmask_b32_e32 v8, 0, v8, ${vcc}
  v_or_b32_e32 v8, v8, v10${access.store}
  ${add} v7, -1, ${coverage}
  v_and_b32_e32 ${coverage}, v7, ${coverage}
  v_cmp_ne_u32_e32 ${vcc}, 0, ${coverage}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz pixel
  s_mov_${mask} ${exec}, ${saved}${emitExit(gfx, dialect)}`;
  const instances = Array.from({ length: LAYERS }, (_, instance) => instance);
  return {
    programs: [createCellProgram('layers_fine', gfx, text)],
    draws: [
      createCellDraw(target, {
        primitives: instances.flatMap(() => createStripTriangles(size)),
        numbers: instances.flatMap((instance) => [instance, instance]),
        userData: [...storage.descriptor, size],
        fields: {
          ...fields,
          'PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE': 0,
          'PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE': 0,
        },
      }),
    ],
    ...createStorageMemory(storage, size, { locations: size, perPixel: 1 }, () => ALL_BITS),
  };
}
