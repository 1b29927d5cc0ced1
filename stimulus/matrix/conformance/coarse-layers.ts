import { emitEntry, emitExit, emitFlatPrimitive, getDialect } from '../../dialect/index.js';
import type { FieldValues } from '../../driver/register-fields.js';
import type { CellParts, CellTarget } from '../cell.js';
import { createCellDraw, createCellProgram, REGISTERS } from '../shader.js';
import { COLUMN, emitLocationAccess, ROW } from './access-text.js';
import { createStripTriangles } from './layer-parts.js';
import { createStorageMemory, getStorage } from './storage.js';

const { coverage, position, primitive } = REGISTERS;

/** The number of layers. Each sets four bits, one per pixel of a fragment. */
const LAYERS = 8;

/**
 * Returns the parts of a cell that draws layers of coarse fragments, with one location per 2x2 block of pixels.
 * Fragments of different primitives may share a location without sharing a pixel. A pixel interlock does not order such
 * fragments, so the final value of their location is undefined.
 */
export function createCoarseLayerParts(target: CellTarget, fields: FieldValues): CellParts {
  const { chip, wave, size, corpus } = target;
  const { gfx } = chip;
  const dialect = getDialect(gfx, wave);
  const locations = size / 2;
  const storage = getStorage('ssbo', gfx, corpus, locations, locations);
  const access = emitLocationAccess('ssbo', gfx, dialect, storage.descriptor);
  const text = `${emitFlatPrimitive(gfx, dialect, { value: primitive, loaded: 'v7' })}
  v_lshrrev_b32_e32 ${ROW}, 17, ${position}
  v_bfe_u32 ${COLUMN}, ${position}, 1, 15
  v_lshlrev_b32_e32 v11, 2, ${primitive}
  v_lshlrev_b32_e32 v10, v11, ${coverage}${access.setup}${emitEntry(gfx)}${access.load}
  ${dialect.waitLoads}
  v_or_b32_e32 v8, v8, v10${access.store}${emitExit(gfx, dialect)}`;
  const instances = Array.from({ length: LAYERS }, (_, instance) => instance);
  return {
    programs: [createCellProgram('layers_coarse', gfx, text)],
    draws: [
      createCellDraw(target, {
        primitives: instances.flatMap(() => createStripTriangles(size)),
        numbers: instances.flatMap((instance) => [instance, instance]),
        userData: [...storage.descriptor, locations],
        fields: {
          ...fields,
          'PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE': 0,
          'PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE': 0,
        },
      }),
    ],
    ...createStorageMemory(storage, locations, { locations, perPixel: 1 }),
  };
}
