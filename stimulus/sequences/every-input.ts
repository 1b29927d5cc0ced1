import { PS_INPUTS } from '../../arch/index.js';
import type { Program, RandomStream } from '../../transactions/index.js';
import type { Dialect } from '../dialect/index.js';
import { type FieldValues, FOLDING_SHADER, type PixelInput } from '../driver/draw-intent.js';
import { POSITIONS } from '../given/argument-table.js';
import { packVectorArguments } from '../kit/programs.js';
import { sequence } from '../kit/test.js';
import { createCellTarget } from '../matrix/cell.js';
import { createFoldParts } from '../matrix/folds.js';
import { CELL, createCellProgram } from '../matrix/programs.js';
import { createQuadStacks } from '../matrix/scenes.js';
import { emitExtendedFold } from '../matrix/section-texts.js';
import { WAVES_OVERLAP } from '../sequence.js';

const SIZES = [8, 16] as const;
const SAMPLES = [1, 1, 2, 4] as const;
const STACK_HEIGHT = 3;
/** The number of VGPRs for all inputs and the program. */
const VGPRS = 32;
/** The VGPR that holds the sum of the inputs. */
const SUM = 'v30';
/** A VGPR for temporary values. */
const TEMPORARY = 'v31';

/** Matches the names of barycentric inputs. */
const BARYCENTRICS = /^(persp|linear|pull)_/;

/** Picks random combinations of additional pixel inputs, with all locations that SPI_BARYC_CNTL allows. */
export const everyInput = sequence({
  name: 'every_input',
  text: 'sections with random extra vector inputs, evaluated anywhere in the pixel',
  claims: [WAVES_OVERLAP],
  generate: (test) => {
    const size = test.pick(SIZES);
    // No document specifies the initial value of the line stipple.
    const inputs = PS_INPUTS.map(({ name }) => name).filter(
      (name) => FOLDING_SHADER.inputs.includes(name) || (name !== 'line_stipple' && test.below(2) === 0),
    );
    const draw = {
      blocks: createQuadStacks(size, STACK_HEIGHT),
      fields: pickLocationFields(test.stream),
      shader: { inputs, vgprs: VGPRS },
      samples: test.pick(SAMPLES),
    };
    const programs = [createProgram(test.dialect, inputs)];
    const { memory, ...parts } = createFoldParts(createCellTarget(test, size), [draw], { programs });
    // The final words depend on the sampling locations, so only the reference model can compute them.
    return test.build({ ...parts, memory: memory.map(({ expected: _, ...object }) => object) });
  },
});

/** Picks the locations of barycentrics and positions, and the encoding of the face. */
function pickLocationFields(stream: RandomStream): FieldValues {
  const pickBit = (): number => stream.below(2);
  return {
    'SPI_BARYC_CNTL.PERSP_CENTER_CNTL': pickBit(),
    'SPI_BARYC_CNTL.PERSP_CENTROID_CNTL': pickBit(),
    'SPI_BARYC_CNTL.LINEAR_CENTER_CNTL': pickBit(),
    'SPI_BARYC_CNTL.LINEAR_CENTROID_CNTL': pickBit(),
    'SPI_BARYC_CNTL.POS_FLOAT_LOCATION': stream.below(3),
    'SPI_BARYC_CNTL.POS_FLOAT_ULC': pickBit(),
    'SPI_BARYC_CNTL.FRONT_FACE_ALL_BITS': pickBit(),
  };
}

/**
 * Creates a fold program that mixes a hash of all inputs into the primitive number. The fold's own inputs are first
 * moved to the registers that matrix programs expect.
 */
function createProgram(dialect: Dialect, inputs: readonly PixelInput[]): Program {
  const { add } = dialect;
  const vectors = packVectorArguments(inputs);
  const sums = vectors.flatMap(({ name, register: first, size }) =>
    Array.from({ length: size }, (_, i) =>
      BARYCENTRICS.test(name)
        ? emitBarycentric(first + i, add)
        : `\n  v_lshl_add_u32 ${SUM}, ${SUM}, 1, v${first + i}`,
    ),
  );
  const foldInputs = FOLDING_SHADER.inputs.flatMap((name) => {
    const { register: first, size } = vectors.find((vector) => vector.name === name)!;
    return Array.from({ length: size }, (_, i) => first + i);
  });
  // Inputs only ever move to lower registers, so they can be moved in order.
  const moves = foldInputs.map((from, to) => (from === to ? '' : `  v_mov_b32_e32 v${to}, v${from}\n`));
  const before = `v_xor_b32_e32 ${CELL.primitive}, ${SUM}, ${CELL.primitive}`;
  const text = `
  v_mov_b32_e32 ${SUM}, 0
  ${sums.join('')}
  ${moves.join('')}
  ${emitExtendedFold({ before })(dialect)}`;
  const program = createCellProgram(dialect, 'fold_inputs', text);
  return {
    ...program,
    arguments: [
      ...program.arguments.filter(({ file }) => file !== 'v'),
      ...vectors.map((vector) => ({ ...vector, name: POSITIONS[vector.name] ?? vector.name })),
    ],
  };
}

/** Emits code that doubles the sum and adds a barycentric times 64, as an integer. */
function emitBarycentric(register: number, add: string): string {
  return `
  v_mul_f32_e32 ${TEMPORARY}, 0x42800000, v${register}
  v_cvt_i32_f32_e32 ${TEMPORARY}, ${TEMPORARY}
  ${add} ${SUM}, ${SUM}, ${SUM}
  ${add} ${SUM}, ${SUM}, ${TEMPORARY}`;
}
