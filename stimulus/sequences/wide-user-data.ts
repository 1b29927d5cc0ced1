import type { Gfx, WaveSize } from '../../arch/index.js';
import { CHIP_NAMES, factsOf } from '../../arch/index.js';
import type { Program, Scenario } from '../../transactions/index.js';
import { RandomStream } from '../../transactions/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { createFoldParts } from '../matrix/fold-parts.js';
import { createQuadStacks } from '../matrix/hardware/order-scenes.js';
import { emitExtendedFold } from '../matrix/hardware/section-texts.js';
import { createCellProgram } from '../matrix/shader.js';
import { pick } from '../pick.js';
import { buildScenario, pickMachineAndKnobs } from '../pick-machine.js';
import { deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'wide_user_data';
const SIZES = [8, 16] as const;
/** The number of primitives stacked on each quad. */
const STACK_HEIGHT = 3;
/** The minimum number of user SGPRs. */
const MIN_USER_SGPRS = 16;
/** The maximum number of user SGPRs. */
const MAX_USER_SGPRS = 31;
/** On average, one test in this many uses the maximum number of user SGPRs. */
const MAX_SGPRS_ODDS = 4;
/** The number of user SGPRs that the program reads; the others hold random values. */
const READ_SGPRS = 5;

/** Runs shaders with 16 to 31 user SGPRs, which shift the prim mask, wave count and collision argument up (S-012). */
export const wideUserData: Sequence<typeof NAME> = {
  name: NAME,
  text: 'sections with 16 to 31 user SGPRs, with or without the wave count before the collision argument',
  chips: CHIP_NAMES,
  claims: [
    WAVES_OVERLAP,
    claim('all 31 user SGPRs are loaded', 12, 'registers/SPI_SHADER_PGM_RSRC2_PS.USER_SGPR/largest'),
    claim('the wave count is loaded', 25, 'registers/SPI_SHADER_PGM_RSRC2_PS.WAVE_CNT_EN/1'),
  ],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const { seed, corpus } = request;
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, CHIP_NAMES);
  const userSgprs =
    stream.below(MAX_SGPRS_ODDS) === 0
      ? MAX_USER_SGPRS
      : MIN_USER_SGPRS + stream.below(MAX_USER_SGPRS - MIN_USER_SGPRS);
  const waveCountSgprs = stream.below(2);
  const size = pick(stream, SIZES);
  const fields = { 'SPI_SHADER_PGM_RSRC2_PS.WAVE_CNT_EN': waveCountSgprs };
  const { draws, ...parts } = createFoldParts(
    { chip, wave, size, freedoms, seed, stream, corpus },
    [{ blocks: createQuadStacks(size, STACK_HEIGHT), fields, shader: { userSgprs } }],
    { programs: [createProgram(chip.gfx, wave, userSgprs, waveCountSgprs)] },
  );
  const dataStream = new RandomStream(deriveSubSeed(seed, 'user data'));
  const otherUserData = Object.fromEntries(
    Array.from({ length: userSgprs - READ_SGPRS }, (_, i) => [
      `SPI_SHADER_USER_DATA_PS_${READ_SGPRS + i}`,
      dataStream.below(2 ** 30),
    ]),
  );
  return buildScenario({ chip, wave }, request, NAME, {
    freedoms,
    ...parts,
    draws: draws.map((draw) => ({ ...draw, registers: { ...draw.registers, ...otherUserData } })),
  });
}

/**
 * Creates the fold program, which first moves its arguments to the registers that matrix programs expect: the prim
 * mask to s5, and the collision argument to s6.
 */
function createProgram(gfx: Gfx, wave: WaveSize, userSgprs: number, waveCountSgprs: number): Program {
  const collision = userSgprs + 1 + waveCountSgprs;
  const moves = [
    `s_mov_b32 s5, s${userSgprs}`,
    ...(factsOf(gfx).hasWaveIds ? [`s_mov_b32 s6, s${collision}`] : []),
  ];
  const text = `  ${moves.join('\n  ')}\n${emitExtendedFold(gfx, wave, {})}`;
  const program = createCellProgram('fold_wide', gfx, text);
  const movedRegisters = { prim_mask: userSgprs, pops_collision_wave_id: collision };
  return {
    ...program,
    arguments: program.arguments.map((argument) => ({
      ...argument,
      register: movedRegisters[argument.name as keyof typeof movedRegisters] ?? argument.register,
    })),
  };
}
