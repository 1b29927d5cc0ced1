import type { Gfx, WaveSize } from '../../arch/index.js';
import { CHIP_NAMES, lookup, PS_INPUTS } from '../../arch/index.js';
import type { Program, RandomStream, Scenario } from '../../transactions/index.js';
import { WAVES_OVERLAP } from '../claims.js';
import { getDialect } from '../dialect/index.js';
import type { PixelInput } from '../driver/draw-intent.js';
import { FOLDING_SHADER } from '../driver/folding-shader.js';
import type { FieldValues } from '../driver/register-fields.js';
import { createFoldParts } from '../matrix/fold-parts.js';
import { createQuadStacks } from '../matrix/hardware/order-scenes.js';
import { emitExtendedFold } from '../matrix/hardware/section-texts.js';
import { createCellProgram, REGISTERS } from '../matrix/shader.js';
import { pick } from '../pick.js';
import { buildScenario, pickMachineAndKnobs } from '../pick-machine.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'every_input';
const SIZES = [8, 16] as const;
const SAMPLES = [1, 1, 2, 4] as const;
/** The number of primitives stacked on each quad. */
const STACK_HEIGHT = 3;
/** The number of VGPRs for all inputs and the program. */
const VGPRS = 32;
/** The VGPR that holds the sum of the inputs. */
const SUM = 30;
/** A VGPR for temporary values. */
const TEMPORARY = 31;

/** Argument names that differ from the names of their inputs. */
const ARGUMENTS: Readonly<Record<string, string>> = lookup({
  frag_pos_x: 'frag_pos[0]',
  frag_pos_y: 'frag_pos[1]',
  frag_pos_z: 'frag_pos[2]',
  frag_pos_w: 'frag_pos[3]',
});

/** Matches the names of barycentric inputs. */
const BARYCENTRICS = /^(persp|linear|pull)_/;

/** Picks random combinations of additional pixel inputs, with all locations that SPI_BARYC_CNTL allows. */
export const everyInput: Sequence<typeof NAME> = {
  name: NAME,
  text: 'sections with random extra vector inputs, evaluated anywhere in the pixel',
  chips: CHIP_NAMES,
  claims: [WAVES_OVERLAP],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, CHIP_NAMES);
  const size = pick(stream, SIZES);
  // No document specifies the initial value of the line stipple.
  const inputs = PS_INPUTS.map(({ name }) => name).filter(
    (name) => FOLDING_SHADER.inputs.includes(name) || (name !== 'line_stipple' && stream.below(2) === 0),
  );
  const draw = {
    blocks: createQuadStacks(size, STACK_HEIGHT),
    fields: pickLocationFields(stream),
    shader: { inputs, vgprs: VGPRS },
    samples: pick(stream, SAMPLES),
  };
  const target = { chip, wave, size, freedoms, seed: request.seed, stream, corpus: request.corpus };
  const { memory, ...parts } = createFoldParts(target, [draw], {
    programs: [createProgram(chip.gfx, wave, inputs)],
  });
  return buildScenario({ chip, wave }, request, NAME, {
    freedoms,
    ...parts,
    // The final words depend on the sampling locations, so only the reference model can compute them.
    memory: memory.map(({ expected: _, ...object }) => object),
  });
}

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
function createProgram(gfx: Gfx, wave: WaveSize, inputs: readonly PixelInput[]): Program {
  const { add } = getDialect(gfx, wave);
  const firstRegisters = new Map<string, number>();
  const sumLines: string[] = [`  v_mov_b32_e32 v${SUM}, 0\n`];
  let nextRegister = 0;
  for (const { name, registers } of PS_INPUTS) {
    if (!inputs.includes(name)) continue;
    firstRegisters.set(name, nextRegister);
    for (let register = nextRegister; register < nextRegister + registers; register++)
      sumLines.push(BARYCENTRICS.test(name) ? emitBarycentric(register, add) : emitValue(register));
    nextRegister += registers;
  }
  const foldInputs = FOLDING_SHADER.inputs.flatMap((name) => {
    const register = firstRegisters.get(name)!;
    return name === 'persp_center' ? [register, register + 1] : [register];
  });
  // Inputs only ever move to lower registers, so they can be moved in order.
  const moves = foldInputs.map((from, to) => (from === to ? '' : `  v_mov_b32_e32 v${to}, v${from}\n`));
  const before = `\n  v_xor_b32_e32 ${REGISTERS.primitive}, v${SUM}, ${REGISTERS.primitive}`;
  const text = `${sumLines.join('')}${moves.join('')}${emitExtendedFold(gfx, wave, { before })}`;
  const program = createCellProgram('fold_inputs', gfx, text);
  const vectors = PS_INPUTS.filter(({ name }) => firstRegisters.has(name)).map(
    ({ name, registers }) =>
      ({
        name: ARGUMENTS[name] ?? name,
        file: 'v',
        register: firstRegisters.get(name)!,
        size: registers,
      }) as const,
  );
  return { ...program, arguments: [...program.arguments.filter(({ file }) => file !== 'v'), ...vectors] };
}

/** Emits code that doubles the sum and adds a barycentric times 64, as an integer. */
function emitBarycentric(register: number, add: string): string {
  return `  v_mul_f32_e32 v${TEMPORARY}, 0x42800000, v${register}
  v_cvt_i32_f32_e32 v${TEMPORARY}, v${TEMPORARY}
  ${add} v${SUM}, v${SUM}, v${SUM}
  ${add} v${SUM}, v${SUM}, v${TEMPORARY}\n`;
}

function emitValue(register: number): string {
  return `  v_lshl_add_u32 v${SUM}, v${SUM}, 1, v${register}\n`;
}
