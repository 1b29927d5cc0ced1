import { factsOf } from '../../arch/index.js';
import type { Program } from '../../transactions/index.js';
import type { Dialect } from '../dialect/index.js';
import { USER_SGPRS } from '../kit/programs.js';
import { sequence } from '../kit/test.js';
import { createCellTarget } from '../matrix/cell.js';
import { createFoldParts } from '../matrix/folds.js';
import { createCellProgram } from '../matrix/programs.js';
import { createQuadStacks } from '../matrix/scenes.js';
import { emitExtendedFold } from '../matrix/section-texts.js';
import { claim, WAVES_OVERLAP } from '../sequence.js';

const SIZES = [8, 16] as const;
const STACK_HEIGHT = 3;
/** The minimum number of user SGPRs. */
const MIN_USER_SGPRS = 16;
/** The maximum number of user SGPRs. */
const MAX_USER_SGPRS = 31;
/** On average, one test in this many uses the maximum number of user SGPRs. */
const MAX_SGPRS_ODDS = 4;

/** Runs shaders with 16 to 31 user SGPRs, which shift the prim mask, wave count and collision argument up (S-012). */
export const wideUserData = sequence({
  name: 'wide_user_data',
  text: 'sections with 16 to 31 user SGPRs, with or without the wave count before the collision argument',
  claims: [
    WAVES_OVERLAP,
    claim('all 31 user SGPRs are loaded', 12, 'registers/SPI_SHADER_PGM_RSRC2_PS.USER_SGPR/largest'),
    claim('the wave count is loaded', 25, 'registers/SPI_SHADER_PGM_RSRC2_PS.WAVE_CNT_EN/1'),
  ],
  generate: (test) => {
    const userSgprs =
      test.below(MAX_SGPRS_ODDS) === 0
        ? MAX_USER_SGPRS
        : MIN_USER_SGPRS + test.below(MAX_USER_SGPRS - MIN_USER_SGPRS);
    const waveCountSgprs = test.below(2);
    const size = test.pick(SIZES);
    const fields = { 'SPI_SHADER_PGM_RSRC2_PS.WAVE_CNT_EN': waveCountSgprs };
    const { draws, ...parts } = createFoldParts(
      createCellTarget(test, size),
      [{ blocks: createQuadStacks(size, STACK_HEIGHT), fields, shader: { userSgprs } }],
      { programs: [createProgram(test.dialect, userSgprs, waveCountSgprs)] },
    );
    // The program reads only the first user SGPRs; the others hold random values.
    const dataStream = test.branch('user data');
    const otherUserData = Object.fromEntries(
      Array.from({ length: userSgprs - USER_SGPRS }, (_, i) => [
        `SPI_SHADER_USER_DATA_PS_${USER_SGPRS + i}`,
        dataStream.below(2 ** 30),
      ]),
    );
    return test.build({
      ...parts,
      draws: draws.map((draw) => ({ ...draw, registers: { ...draw.registers, ...otherUserData } })),
    });
  },
});

/**
 * Creates the fold program, which first moves its arguments to the registers that matrix programs expect: the prim
 * mask to s5, and the collision argument to s6.
 */
function createProgram(dialect: Dialect, userSgprs: number, waveCountSgprs: number): Program {
  const collision = userSgprs + 1 + waveCountSgprs;
  const text = `
  s_mov_b32 s5, s${userSgprs}
  ${factsOf(dialect.gfx).hasWaveIds ? `s_mov_b32 s6, s${collision}` : ''}
  ${emitExtendedFold({})(dialect)}`;
  const program = createCellProgram(dialect, 'fold_wide', text);
  const movedRegisters = { prim_mask: userSgprs, pops_collision_wave_id: collision };
  return {
    ...program,
    arguments: program.arguments.map((argument) => ({
      ...argument,
      register: movedRegisters[argument.name as keyof typeof movedRegisters] ?? argument.register,
    })),
  };
}
