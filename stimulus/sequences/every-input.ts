import type { Gfx, WaveSize } from '../../arch/index.js';
import { CHIP_NAMES, PS_INPUTS } from '../../arch/index.js';
import type { Program, RandomStream, Scenario } from '../../transactions/index.js';
import { WAVES_MEET } from '../claims.js';
import { drawFreeMachine, scenarioOn } from '../drawn-machine.js';
import type { PixelInput } from '../driver/draw-intent.js';
import { FOLDING_SHADER } from '../driver/folding-shader.js';
import type { FieldValues } from '../driver/register-fields.js';
import { foldParts } from '../matrix/fold-parts.js';
import { quadStacks } from '../matrix/hardware/order-scenes.js';
import { foldWith } from '../matrix/hardware/section-texts.js';
import { cellProgram } from '../matrix/shader.js';
import { pick } from '../pick.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'every_input';
const SIZES = [8, 16] as const;
const SAMPLES = [1, 1, 2, 4] as const;
/** Primitives on each quad. */
const HEIGHT = 3;
/** Vector registers of all inputs and of the program. */
const VGPRS = 32;

/** Pixel inputs in any combination, and every place that SPI_BARYC_CNTL gives them, beside those that the program reads. */
export const everyInput: Sequence<typeof NAME> = {
  name: NAME,
  text: 'fold with any vector inputs beside those that it reads, at any place of a pixel',
  chips: CHIP_NAMES,
  claims: [WAVES_MEET],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const { stream, chip, wave, freedoms } = drawFreeMachine(request, CHIP_NAMES);
  const size = pick(stream, SIZES);
  const inputs = PS_INPUTS.map(({ name }) => name).filter(
    (name) => FOLDING_SHADER.inputs.includes(name) || stream.below(2) === 0,
  );
  const draw = {
    blocks: quadStacks(size, HEIGHT),
    fields: placeFields(stream),
    shader: { inputs, vgprs: VGPRS },
    samples: pick(stream, SAMPLES),
  };
  return scenarioOn({ chip, wave }, request, NAME, {
    freedoms,
    ...foldParts({ chip, wave, size, freedoms, seed: request.seed, stream, corpus: request.corpus }, [draw], {
      programs: [programOf(chip.gfx, wave, inputs)],
    }),
  });
}

/** Where barycentrics and positions are taken, and how a face is written. */
function placeFields(stream: RandomStream): FieldValues {
  const flag = (): number => stream.below(2);
  return {
    'SPI_BARYC_CNTL.PERSP_CENTER_CNTL': flag(),
    'SPI_BARYC_CNTL.PERSP_CENTROID_CNTL': flag(),
    'SPI_BARYC_CNTL.LINEAR_CENTER_CNTL': flag(),
    'SPI_BARYC_CNTL.LINEAR_CENTROID_CNTL': flag(),
    'SPI_BARYC_CNTL.POS_FLOAT_LOCATION': stream.below(3),
    'SPI_BARYC_CNTL.POS_FLOAT_ULC': flag(),
    'SPI_BARYC_CNTL.FRONT_FACE_ALL_BITS': flag(),
  };
}

/** The fold, which first moves its inputs to where the programs of the matrix have them. */
function programOf(gfx: Gfx, wave: WaveSize, inputs: readonly PixelInput[]): Program {
  const at = new Map<string, number>();
  let next = 0;
  for (const { name, registers } of PS_INPUTS) {
    if (!inputs.includes(name)) continue;
    at.set(name, next);
    next += registers;
  }
  const read = FOLDING_SHADER.inputs.flatMap((name) => {
    const register = at.get(name)!;
    return name === 'persp_center' ? [register, register + 1] : [register];
  });
  // None lies below its new place, so the first may move first.
  const moves = read.map((from, to) => (from === to ? '' : `  v_mov_b32_e32 v${to}, v${from}\n`));
  const program = cellProgram('fold_inputs', gfx, `${moves.join('')}${foldWith(gfx, wave, {})}`);
  return {
    ...program,
    arguments: program.arguments.map((argument) => ({
      ...argument,
      register: argument.file === 'v' ? (at.get(argument.name) ?? argument.register) : argument.register,
    })),
  };
}
