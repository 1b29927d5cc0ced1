import type { ChipName } from '../../arch/index.js';
import type { CorpusRecord } from '../corpus.js';
import { withAttachments } from '../driver/attachments.js';
import { makeDraw } from '../driver/draw.js';
import { buildMemory } from '../driver/memory.js';
import { findVariant, programFromRecord } from '../driver/program.js';
import {
  listOrdered,
  listUses,
  SHADER_MEMORY,
  type ShaderMemory,
  type ShaderName,
} from '../driver/shaders.js';
import { toFloatBits } from '../driver/words.js';
import type { Triangle } from '../scenes/geometry.js';
import type { CellParts, CellTarget } from './cell.js';

/** The push constant `k` of every draw. It must be odd. */
export const FACTOR = 0x2f;
/** The push constant `alpha` of every draw. */
const ALPHA = 0.5;
/** The push constant `count`, unless the shader requires a different value. */
const COUNT = 4;

/** The number of distinct values that an attribute cycles through. */
const DISTINCT_VALUES = 16;

/** What a cell draws with a corpus program. */
export interface CorpusScene {
  readonly shader: ShaderName;
  readonly samples?: number;
  /** The triangles of each draw. */
  readonly draws: readonly (readonly Triangle[])[];
}

/**
 * Returns the parts of a cell that runs a driver-compiled corpus program, including everything that the driver would
 * set up.
 */
export function createCorpusParts(
  target: CellTarget,
  { shader, samples = 1, draws }: CorpusScene,
): CellParts {
  const { size, corpus, freedoms } = target;
  const record = findRecord(target, shader);
  const variant = findVariant(record, samples);
  const memory: ShaderMemory = SHADER_MEMORY[shader];
  const count = memory.count === undefined ? COUNT : { pixels: size * size, samples }[memory.count];
  const shape = { width: size, height: size, count };
  const program = programFromRecord(record);
  let primBase = 0;
  const constants = draws.map((triangles) => {
    const values = { k: FACTOR, primBase, width: size, flags: 3, alpha: toFloatBits(ALPHA), count };
    primBase += triangles.length;
    return values;
  });
  const scenario = {
    chip: target.chip.name as ChipName,
    programs: [program],
    draws: draws.map((triangles, index) =>
      makeDraw(
        { chip: target.chip, record, variant, program },
        {
          width: size,
          height: size,
          triangles,
          depths: triangles.map((_, i) => (i % DISTINCT_VALUES) / DISTINCT_VALUES),
          attributes: triangles.map((_, i) => createAttributes(constants[index].primBase + i, i)),
        },
        constants[index],
        index,
      ),
    ),
    memory: buildMemory(corpus, {
      record,
      uses: listUses(memory, shape),
      constants,
      waves: freedoms.waveSlots,
    }),
    ordered: listOrdered(memory, shape),
  };
  const { chip: _, ...parts } = withAttachments(scenario, shader);
  return parts;
}

function findRecord({ chip, wave, corpus }: CellTarget, shader: ShaderName): CorpusRecord {
  const record = corpus
    .records(chip.runsProgramsOf ?? chip.name, wave)
    .find((candidate) => candidate.shader === shader && candidate.epilog === undefined);
  if (record === undefined) throw new Error(`the corpus has no ${shader} for ${chip.name} wave${wave}`);
  return record;
}

/** Returns a primitive's colour as red, green, blue and alpha, each between 0 and 1. */
export function getPrimitiveColour(number: number): readonly [number, number, number, number] {
  const fraction = getFraction(number);
  return [fraction, 1 - fraction, fraction / 2, fraction];
}

function getFraction(number: number): number {
  return ((number % DISTINCT_VALUES) + 0.5) / DISTINCT_VALUES;
}

/** Returns attribute values that are equal at all vertices and differ between primitives. */
function createAttributes(number: number, idInDraw: number) {
  const fraction = getFraction(number);
  const uv = [fraction, 1 - fraction] as const;
  const color = getPrimitiveColour(number);
  return { number, idInDraw, uv: [uv, uv, uv], color: [color, color, color] };
}
