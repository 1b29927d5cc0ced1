import { factsOf, WITH_WAVE_IDS } from '../../../arch/index.js';
import { type Program, setting } from '../../../transactions/index.js';
import type { FieldValues } from '../../driver/draw-intent.js';
import { chipsWith } from '../../kit/test.js';
import { createPixelBlock } from '../blocks.js';
import { createCell, forbidCell, forGenerations, type MatrixCell, NO_COLLISION_ARGUMENT } from '../cell.js';
import { STRIP_RESULTS, stripCell } from '../corpus-parts.js';
import { createFoldParts } from '../folds.js';
import { createCellProgram } from '../programs.js';
import { createQuadStacks } from '../scenes.js';
import { emitExtendedFold, emitSectionlessCell } from '../section-texts.js';

/** The chips on which the SC enable has a known effect (pops.md 9, U28). */
const WITH_SC_ENABLE = chipsWith((_, { quirks }) => quirks?.reservedCollisionEnable !== true);

/**
 * Which units enable the collision argument, and which rules fire. If either SPI or SC doesn't enable it, the register
 * holds an unrelated value.
 */
const ENABLES = [
  { variant: 'both', units: 'both SPI and SC', spi: 1, sc: 1, expects: [] },
  { variant: 'neither', units: 'neither SPI nor SC', spi: 0, sc: 0, expects: ['CFG-01', 'LAUNCH-04'] },
  { variant: 'spi', units: 'SPI only', spi: 1, sc: 0, expects: ['CFG-03', 'LAUNCH-04'] },
  { variant: 'sc', units: 'SC only', spi: 0, sc: 1, expects: ['CFG-01', 'CFG-03', 'LAUNCH-04'] },
] as const;

/** One allocation unit of scratch memory per wave, whose offset becomes an argument. */
const SCRATCH: FieldValues = {
  'SPI_SHADER_PGM_RSRC2_PS.SCRATCH_EN': 1,
  'SPI_TMPRING_SIZE.WAVES': 0xfff,
  'SPI_TMPRING_SIZE.WAVESIZE': 1,
};

/** Creates a cell whose shader never reads the argument, so only the registers are wrong. */
function createEnableCell(
  { variant, units, spi, sc, expects }: (typeof ENABLES)[number],
  hasCount: boolean,
  hasScratch: boolean,
): MatrixCell {
  const otherArguments = [...(hasCount ? ['the wave count'] : []), ...(hasScratch ? ['private memory'] : [])];
  return createCell(
    `H29-${[variant, ...(hasCount ? ['count'] : []), ...(hasScratch ? ['scratch'] : [])].join('_')}`,
    `the collision argument is enabled in ${units}${otherArguments.length === 0 ? '' : `; the shader also receives ${otherArguments.join(' and ')}`}`,
    (target) => {
      const { dialect } = target;
      const fields: FieldValues = {
        'SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID': spi,
        'PA_SC_SHADER_CONTROL.LOAD_COLLISION_WAVEID': sc,
        'SPI_SHADER_PGM_RSRC2_PS.WAVE_CNT_EN': hasCount ? 1 : 0,
        ...(hasScratch ? SCRATCH : {}),
      };
      const program = createCellProgram(dialect, 'plain', emitSectionlessCell(dialect));
      return createFoldParts(target, [{ blocks: [createPixelBlock(0, 0)], fields }], {
        programs: [withArguments(program, hasCount, hasScratch)],
        step: (word) => word,
      });
    },
    {
      forbidden: NO_COLLISION_ARGUMENT,
      ...(spi === sc ? {} : { chips: WITH_SC_ENABLE }),
      ...(expects.length === 0
        ? {}
        : {
            expects: forGenerations(WITH_WAVE_IDS, expects),
            explanation:
              'RSRC2 has to enable the argument (S-012: CFG-01) and SC has to match (pops.md 7: CFG-03). Otherwise the SGPR holds an unrelated value (pops.md 5.3: LAUNCH-04). The shader never reads it',
          }),
      // A zero argument could match the register by chance, and with `always` the argument would be correct even though
      // it isn't enabled.
      knobs: { idStart: 5, collisionSupply: setting('collisionSupply', 'by-register') },
    },
  );
}

/**
 * Adds arguments to the program: a wave count before the collision argument, which moves up by one register, and the
 * scratch offset after it.
 */
function withArguments(program: Program, hasCount: boolean, hasScratch: boolean): Program {
  const shiftedArguments = program.arguments.map((argument) =>
    hasCount && argument.name === 'pops_collision_wave_id'
      ? { ...argument, register: argument.register + 1 }
      : argument,
  );
  const lastRegister = shiftedArguments
    .filter(({ file }) => file === 's')
    .reduce((max, { register }) => Math.max(max, register), 0);
  const offset = { name: 'scratch_offset', file: 's', register: lastRegister + 1, size: 1 } as const;
  return { ...program, arguments: hasScratch ? [...shiftedArguments, offset] : shiftedArguments };
}

/** The wave count occupies the register before the collision argument, which the program moves back. */
const waveCountCell = createCell(
  'H29-count',
  'the wave count precedes the collision argument and shifts it by one register',
  (target) => {
    const { dialect } = target;
    const before = factsOf(dialect.gfx).hasWaveIds ? 's_mov_b32 s6, s7' : '';
    const program = createCellProgram(dialect, 'fold_counted', emitExtendedFold({ before })(dialect));
    const fields = { 'SPI_SHADER_PGM_RSRC2_PS.WAVE_CNT_EN': 1 };
    return createFoldParts(target, [{ blocks: createQuadStacks(target.size, 3), fields }], {
      programs: [withArguments(program, true, false)],
    });
  },
);

/** H29: the enable bits of the collision argument, and the arguments next to it (scenarios.md 7). */
export const ARGUMENT_CELLS: readonly MatrixCell[] = [
  ...ENABLES.flatMap((enables) =>
    [false, true].flatMap((hasCount) =>
      [false, true].map((hasScratch) => createEnableCell(enables, hasCount, hasScratch)),
    ),
  ),
  waveCountCell,
  stripCell(
    'H29-scratch',
    'the private memory offset follows the collision argument',
    'scratch_array',
    [1, 2],
    { buf1: STRIP_RESULTS.scratch },
  ),
  forbidCell(
    'H29-provoking',
    'the provoking vertex follows the collision argument',
    'no documented register field enables it (pops.md 7)',
  ),
];
