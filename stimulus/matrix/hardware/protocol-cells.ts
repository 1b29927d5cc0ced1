import { CHIP_NAMES, chipOf, GENERATIONS, type Gfx } from '../../../arch/index.js';
import type { Draw, Program } from '../../../transactions/index.js';
import {
  foldMemory as coverageMemory,
  foldProgram as coverageProgram,
  foldDraws,
} from '../../coverage-fold/scenario.js';
import type { FieldValues } from '../../driver/register-fields.js';
import { dialectOf } from '../../golden/dialect.js';
import { entryText } from '../../golden/protocol.js';
import type { Triangle } from '../../scenes/geometry.js';
import { pixelBlock } from '../blocks.js';
import { type Expectation, type MatrixCell, onEach } from '../cell.js';
import { stripTriangles } from '../conformance/layer-parts.js';
import { corpusParts } from '../corpus-parts.js';
import { foldParts } from '../fold-parts.js';
import { foldText, headText } from '../fold-text.js';
import { placementCell } from '../placement/placement-cell.js';
import { cellProgram } from '../shader.js';
import { blockCell } from './block-cell.js';
import { distantPairs, quadLayers, slowRegion, wholeLayers } from './order-scenes.js';
import { foldWith, plainText } from './section-texts.js';

const WITH_IDS: readonly Gfx[] = ['gfx9', 'gfx10', 'gfx10.3'];
const NO_ARGUMENT = onEach(['gfx11'], 'there is no collision argument (S-054)');
const ONLY_GFX9 = onEach(
  GENERATIONS.filter((gfx) => gfx !== 'gfx9'),
  'the packer register is one of its own (S-026)',
);

/** Who of SPI and SC has the collision argument on, and what fires: both must, and agree; else it is not where it belongs. */
const ENABLES = [
  { variant: 'both', spi: 1, sc: 1, expects: [] },
  { variant: 'neither', spi: 0, sc: 0, expects: ['CFG-01', 'LAUNCH-04'] },
  { variant: 'spi', spi: 1, sc: 0, expects: ['CFG-03', 'LAUNCH-04'] },
  { variant: 'sc', spi: 0, sc: 1, expects: ['CFG-01', 'CFG-03', 'LAUNCH-04'] },
] as const;

const WHERE = {
  both: 'both SPI and SC',
  neither: 'neither SPI nor SC',
  spi: 'SPI only',
  sc: 'SC only',
} as const;

/** Private memory of one unit for each wave, whose offset then is an argument. */
const SCRATCH: FieldValues = {
  'SPI_SHADER_PGM_RSRC2_PS.SCRATCH_EN': 1,
  'SPI_TMPRING_SIZE.WAVES': 0xfff,
  'SPI_TMPRING_SIZE.WAVESIZE': 1,
};

/** A wave of a shader that never looks at the argument, so that only the registers are wrong. */
function enableCell(
  { variant, spi, sc, expects }: (typeof ENABLES)[number],
  counts: boolean,
  scratch: boolean,
): MatrixCell {
  const beside = [...(counts ? ['the wave count'] : []), ...(scratch ? ['private memory'] : [])];
  return {
    kind: 'runs',
    id: 'H29',
    variant: [variant, ...(counts ? ['count'] : []), ...(scratch ? ['scratch'] : [])].join('_'),
    title: `the collision argument is enabled in ${WHERE[variant]}${beside.length === 0 ? '' : `, beside ${beside.join(' and ')}`}`,
    forbidden: NO_ARGUMENT,
    ...(expects.length === 0
      ? {}
      : {
          expects: onEach(WITH_IDS, expects),
          because:
            'RSRC2 has to ask for it (S-012: CFG-01), SC has to agree (pops.md 7: CFG-03), and without either the SGPR holds something else (pops.md 5.3: LAUNCH-04); the shader never reads it',
        }),
    // An argument of zero would be what a register holds by chance.
    knobs: { idStart: 5 },
    make: (target) => {
      const { chip, wave } = target;
      const fields: FieldValues = {
        'SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID': spi,
        'PA_SC_SHADER_CONTROL.LOAD_COLLISION_WAVEID': sc,
        'SPI_SHADER_PGM_RSRC2_PS.WAVE_CNT_EN': counts ? 1 : 0,
        ...(scratch ? SCRATCH : {}),
      };
      const program = withArguments(
        cellProgram('plain', chip.gfx, plainText(chip.gfx, wave)),
        counts,
        scratch,
      );
      return foldParts(target, [{ blocks: [pixelBlock(0, 0)], fields }], {
        programs: [program],
        step: (word) => word,
      });
    },
  };
}

/** The program with its arguments where the wave count, ahead of the collision argument, and private memory behind it put them. */
function withArguments(program: Program, counts: boolean, scratch: boolean): Program {
  const moved = program.arguments.map((argument) =>
    counts && argument.name === 'pops_collision_wave_id'
      ? { ...argument, register: argument.register + 1 }
      : argument,
  );
  const last = moved
    .filter(({ file }) => file === 's')
    .reduce((most, { register }) => Math.max(most, register), 0);
  const offset = { name: 'scratch_offset', file: 's', register: last + 1, size: 1 } as const;
  return { ...program, arguments: scratch ? [...moved, offset] : moved };
}

/** The wave count takes the register in front of the collision argument. */
const SHIFTED_ARGUMENT = '\n  s_mov_b32 s6, s7';

const countedWaves: MatrixCell = {
  kind: 'runs',
  id: 'H29',
  variant: 'count',
  title:
    'the wave count lies in front of the collision argument, which the shader finds one register further',
  make: (target) => {
    const { gfx } = target.chip;
    const shifted = gfx === 'gfx11' ? '' : SHIFTED_ARGUMENT;
    const program = cellProgram('fold_counted', gfx, foldWith(gfx, target.wave, { before: shifted }));
    const fields = { 'SPI_SHADER_PGM_RSRC2_PS.WAVE_CNT_EN': 1 };
    return foldParts(target, [{ blocks: quadLayers(target.size, 3), fields }], {
      programs: [withArguments(program, true, false)],
    });
  },
};

/** MODE writes inside a section, and what fires. */
const MODE_WRITES = [
  { variant: 'round', field: 'hwreg(HW_REG_MODE, 0, 4), 0x0', text: 'the rounding mode', expects: [] },
  { variant: 'denorm', field: 'hwreg(HW_REG_MODE, 4, 4), 0xf', text: 'the denormal mode', expects: [] },
  { variant: 'whole', field: 'hwreg(HW_REG_MODE), 0xc0', text: 'the whole register', expects: ['PROTO-02'] },
] as const;

function modeCell({ variant, field, text, expects }: (typeof MODE_WRITES)[number]): MatrixCell {
  return {
    kind: 'runs',
    id: 'H35',
    variant,
    title: `${text} of MODE is written inside the section, beside the packer field`,
    forbidden: ONLY_GFX9,
    ...(expects.length === 0
      ? {}
      : {
          expects: { gfx9: expects },
          because:
            'MODE[25:24] is the packer of the wave, which the whole register takes with it (S-025 to S-028, pops.md 3)',
          knobs: { messageWithoutPacker: 0 },
        }),
    make: (target) => {
      const { gfx } = target.chip;
      const inside = `\n  s_setreg_imm32_b32 ${field}`;
      return foldParts(target, [{ blocks: quadLayers(target.size, expects.length === 0 ? 3 : 1) }], {
        programs: [cellProgram('fold_mode', gfx, foldWith(gfx, target.wave, { inside }))],
      });
    },
  };
}

const combinedEnd: MatrixCell = {
  kind: 'runs',
  id: 'H34',
  title: 's_endpgm_ordered_ps_done in place of message and end',
  forbidden: onEach(['gfx11'], 'there is no message to combine with the end (pops.md 4)'),
  make: (target) => {
    const { chip, wave, size } = target;
    const { gfx } = chip;
    const dialect = dialectOf(gfx, wave);
    const text = `${headText(gfx, dialect)}${entryText(gfx)}${foldText(dialect)}
  ${dialect.waitStores}
  exp null off, off, off, off done vm
  s_endpgm_ordered_ps_done`;
    return foldParts(target, [{ blocks: quadLayers(size, 3) }], {
      programs: [cellProgram('fold_combined_end', gfx, text)],
    });
  },
};

/** What a failed translation does, and whether the wave goes on. */
const TRANSLATIONS = ['is replayed', 'runs the trap handler, then is replayed'] as const;

/** Primitives that cover parts of pixels: halves of them, by turns. */
function halfPixels(size: number): Triangle[] {
  const half = 128;
  const [near, far] = [half, size * 256 - half];
  return Array.from({ length: 6 }, (_, i): Triangle => {
    const shift = (i % 3) * 64;
    return i % 2 === 0
      ? [near + shift, near, far, near + shift, near, far]
      : [far, far - shift, far, near, near, far];
  });
}

function granularityCell(samples: Draw['samples'], perSample: boolean): MatrixCell {
  const unit = perSample ? 'sample' : 'pixel';
  return {
    kind: 'runs',
    id: 'H37',
    variant: `${unit}${samples}`,
    title: `${unit} interlock at ${samples} ${samples === 1 ? 'sample' : 'samples'}, pixels covered in part`,
    make: (target) => {
      const { chip, wave, size } = target;
      const area = { chip, wave, width: size, height: size };
      const draw = {
        kind: 'triangles' as const,
        primitives: halfPixels(size),
        samples,
        perSample,
        fields: {},
      };
      return {
        programs: [coverageProgram('fold_coverage', chip, wave)],
        draws: foldDraws(area, [draw]),
        ...coverageMemory(area),
      };
    },
  };
}

/** The chip of seed 004, whose headers call its enables of the collision argument reserved. */
const MOBILE = CHIP_NAMES.filter((name) => chipOf(name).quirks?.reservedCollisionEnable === true);
const NOT_MOBILE = onEach(['gfx9', 'gfx10', 'gfx11'], 'GC 10.4 is a GFX10.3 core (pops.md 9)');

const NO_EXIT: Expectation = onEach(WITH_IDS, ['PROTO-01', 'HANG-03']);
const NO_ENTRY: Expectation = { gfx11: ['RACE-03'] };

/** H29 and H32 to H39: arguments, traps, markers, modes and sweeps (scenarios.md 7). */
export const PROTOCOL_CELLS: readonly MatrixCell[] = [
  ...ENABLES.flatMap((enables) =>
    [false, true].flatMap((counts) => [false, true].map((scratch) => enableCell(enables, counts, scratch))),
  ),
  countedWaves,
  {
    kind: 'runs',
    id: 'H29',
    variant: 'scratch',
    title: 'the offset of private memory lies behind the collision argument',
    make: (target) => corpusParts(target, { shader: 'scratch_array', draws: [stripTriangles(target.size)] }),
  },
  {
    kind: 'forbidden',
    id: 'H29',
    variant: 'provoking',
    title: 'the provoking vertex lies behind the collision argument',
    reason: 'no documented field asks for it (pops.md 7)',
  },
  ...TRANSLATIONS.map((what, xnackAction) =>
    blockCell(
      {
        id: 'H32',
        variant: `x${xnackAction}`,
        title: `every translation of an access in the section fails at first and ${what}`,
        knobs: { xnackRate: 100, xnackAction },
      },
      (size) => wholeLayers(size, 3),
    ),
  ),
  placementCell('begin-twice', {
    id: 'H33',
    variant: 'twice',
    title: 'the entry is waited for twice, with a fold behind each',
  }),
  placementCell('begin-in-if', {
    id: 'H33',
    variant: 'some',
    title: 'only some waves enter; the end is for all',
  }),
  placementCell('no-end', {
    id: 'H33',
    variant: 'noend',
    title: 'a begin without an end',
    expects: NO_EXIT,
    because:
      'a path that sets the packer ends without the message (S-077, S-078): PROTO-01 for the path, HANG-03 for those who wait then; nobody does here. On GFX11 the last export is the exit (S-092)',
  }),
  placementCell('no-begin', {
    id: 'H33',
    variant: 'nobegin',
    title: 'an end without a begin, which waves that overlap nothing may do where an argument says so',
    expects: NO_ENTRY,
    because:
      'without overlap the wait may be skipped (S-022) and the message sent (S-080); GFX11 tells no wave that it has none, so its accesses come ahead of the entry (S-054)',
  }),
  placementCell('no-begin', {
    id: 'H33',
    variant: 'told',
    title: 'the same where waves are told of an overlap',
    knobs: { falseOverlap: 100 },
    expects: onEach(GENERATIONS, ['RACE-03']),
    because:
      'a wave that is told of an overlap, and be it none, accesses ordered memory without having waited (S-008); as none is, nothing else follows',
  }),
  combinedEnd,
  ...MODE_WRITES.map(modeCell),
  ...[0, 50, 100].map((falseOverlap) =>
    blockCell(
      {
        id: 'H36',
        variant: `f${falseOverlap}`,
        title: `${falseOverlap} % of the waves without overlap are reported as overlapping`,
        knobs: { falseOverlap },
      },
      (size) => quadLayers(size, 3),
    ),
  ),
  ...([1, 2, 4, 8] as const).flatMap((samples) =>
    [false, true].map((perSample) => granularityCell(samples, perSample)),
  ),
  ...[2, 3].flatMap((packers) =>
    [0, 1].map((collisionSupply) =>
      blockCell(
        {
          id: 'H38',
          variant: `p${packers}s${collisionSupply}`,
          title: `GC 10.4 with ${packers} packers; the collision argument is there ${collisionSupply === 0 ? 'where SC is asked for it' : 'always'}`,
          chips: MOBILE,
          forbidden: NOT_MOBILE,
          knobs: { packers, collisionSupply, regionSize: 8 },
        },
        (size) => slowRegion(size, 3, 8),
      ),
    ),
  ),
  blockCell(
    {
      id: 'H39',
      title: 'one slow wave, more short ones than ids reach, then one on the slow one',
      forbidden: NO_ARGUMENT,
      knobs: { packers: 1, primitivesPerWave: 1, idWrap: 31, idWindow: 30 },
    },
    (size) => distantPairs(size, [48]),
  ),
];
