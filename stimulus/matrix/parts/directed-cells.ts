import { GENERATIONS, WITH_WAVE_IDS } from '../../../arch/index.js';
import type { KnobValues, SectionPlacement, SectionState, ShaderPart } from '../../../transactions/index.js';
import type { Emitter } from '../../dialect/index.js';
import { createPixelBlock } from '../blocks.js';
import type { CellOptions, CellParts, CellTarget, MatrixCell, RunnableCell } from '../cell.js';
import { createCell, forGenerations, NO_COLLISION_ARGUMENT, NO_DEPTH_ALPHA } from '../cell.js';
import { createRovParts, type RovDraw } from '../rov.js';
import { createFullLayers } from '../scenes.js';
import { appendText } from './program-edits.js';
import { createSectionParts, DEFAULT_SECTION_STATE, type PartsScene } from './section-parts.js';

/** Creates a directed test for one placement, with one draw per state. */
function createDirectedCell(
  name: string,
  title: string,
  scene: PartsScene,
  ...states: readonly Partial<SectionState>[]
): RunnableCell {
  const draws = states.map((state) => ({ state: { ...DEFAULT_SECTION_STATE, ...state } }));
  return createCell(name, title, (target) => createSectionParts(target, scene, draws));
}

/** A pixel that the stipple lets through. */
const KEPT_PIXEL = createPixelBlock(1, 0);

/** Creates a cell with a single wave, after a bug has been appended to one part of the program. */
function createFaultyCell(
  name: string,
  title: string,
  placement: SectionPlacement,
  state: Partial<SectionState>,
  part: ShaderPart,
  emit: Emitter,
  options: CellOptions,
): MatrixCell {
  const make = (target: CellTarget): CellParts => {
    const draw = { state: { ...DEFAULT_SECTION_STATE, ...state }, blocks: [KEPT_PIXEL] };
    const parts = createSectionParts(target, { placement }, [draw]);
    const text = emit(target.dialect);
    return { ...parts, programs: parts.programs.map((program) => appendText(target, program, part, text)) };
  };
  return createCell(name, title, make, { knobs: {}, ...options });
}

/** Slow loads and instant instruction fetches. */
const SLOW_LOAD: Partial<KnobValues> = {
  loadLatency: [1500, 2000],
  issueGap: [1, 4],
  instructionCacheLines: 0,
};

/** Creates a cell whose main part, at the given placement, ends with a load into a register that the epilog reads. */
function createPartBoundaryCell(
  name: string,
  title: string,
  placement: SectionPlacement,
  options: CellOptions,
): MatrixCell {
  const emit: Emitter = ({ load }) => `
  v_mov_b32_e32 v16, 0
  ${load('v8', 'v16', { descriptor: 's[12:15]', bits: '' })}`;
  const allOptions = { ...options, knobs: SLOW_LOAD };
  return createFaultyCell(name, title, placement, { stipple: 'prolog' }, 'main', emit, allOptions);
}

/**
 * Returns the parts of a cell that uses a sample interlock with four samples. Each layer covers all samples of its
 * pixels.
 */
function createSampleInterlockParts(target: CellTarget): CellParts {
  const state: SectionState = { ...DEFAULT_SECTION_STATE, alphaToCoverage: true };
  const fields = { 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE': 2 };
  const blocks = createFullLayers(target.size, 4);
  const parts = createSectionParts(target, { placement: 'E02' }, [{ state, samples: 4, fields, blocks }]);
  return { ...parts, draws: parts.draws.map((draw) => ({ ...draw, interlock: 'sample-ordered' as const })) };
}

/**
 * Draws that alternate between centre interpolation with pixel interlock and sample interpolation with sample
 * interlock.
 */
const ALTERNATING_DRAWS: readonly RovDraw[] = Array.from({ length: 6 }, (_, i) => ({
  pipeline: i % 2 === 0 ? 'pixel' : 'sample',
  quad: [0, 0, 8, 8],
  instances: 2,
}));

/** E20 to E30: directed tests for prologs, main parts and epilogs (scenarios.md 5.2). */
export const DIRECTED_CELLS: readonly MatrixCell[] = [
  {
    ...createDirectedCell(
      'E20',
      'the main part stores, then the epilog’s stipple discards',
      { placement: 'E02' },
      { stipple: 'epilog' },
    ),
    forbidden: forGenerations(WITH_WAVE_IDS, 'the main part has already sent the exit message'),
  },
  createDirectedCell(
    'E21',
    'an alpha test that never passes: all lanes are discarded in the epilog, after the exit',
    { placement: 'E02' },
    { alphaTest: 'never' },
  ),
  createDirectedCell(
    'E22',
    'a stipple in the prolog discards all lanes before the packer is set up',
    { placement: 'E02', stipple: 'closed' },
    { stipple: 'prolog' },
  ),
  createDirectedCell(
    'E23',
    'a section that begins in the prolog, before the stipple',
    { placement: 'E05' },
    { stipple: 'prolog' },
  ),
  createDirectedCell(
    'E24',
    'one colour exported to eight targets; the last export has the done bit',
    { placement: 'E02' },
    { outputs: 'broadcast' },
  ),
  createDirectedCell(
    'E25',
    'two draws that combine one main part with different epilogs',
    { placement: 'E03' },
    { clamp: true },
    { alphaTest: 'greater', alphaToOne: true, conversion: 'FP16_ABGR' },
  ),
  createFaultyCell(
    'E26',
    'the prolog overwrites the packer in the collision argument',
    'E02',
    { prolog: 'front' },
    'prolog',
    () => '\n  s_xor_b32 s6, s6, 0x10000000',
    {
      forbidden: NO_COLLISION_ARGUMENT,
      expects: forGenerations(WITH_WAVE_IDS, ['PROTO-02']),
      explanation:
        'the entry selects a different packer from the one in the argument (S-024, S-028, S-032). The argument was correct at launch, and with only one wave, there is nothing to wait for',
    },
  ),
  createPartBoundaryCell(
    'E27',
    'the main part leaves a load into a colour register outstanding; no part has a section',
    'E08',
    {
      expects: forGenerations(GENERATIONS, ['RACE-02', 'EXP-06']),
      explanation:
        'the epilog reads the register without waiting for the load (RACE-02) and exports the old value (EXP-06). No ordered access is involved (scenarios.md 5.2 marks this as not POPS)',
    },
  ),
  createPartBoundaryCell(
    'E27-section',
    'a load into a colour register is outstanding after the end of a section',
    'E02',
    {
      // If a program is checked on its own, all memory accessed in the section counts as ordered.
      expects: {
        ...forGenerations(WITH_WAVE_IDS, ['RACE-02', 'EXP-06']),
        gfx11: ['RACE-01', 'RACE-02', 'EXP-06'],
      },
      explanation:
        'like E27. On GFX11 the section lasts until the last export, so the load is inside it and outstanding at its end (RACE-01: an object counts as ordered if a path of the program accesses it in the section, checking.md)',
    },
  ),
  createDirectedCell(
    'E28',
    'a section in the main part, then clamp, alpha test, stipple, smoothing, alpha to one and packing',
    { placement: 'E02' },
    {
      clamp: true,
      alphaTest: 'less-equal',
      stipple: 'epilog',
      smoothing: true,
      alphaToOne: true,
      conversion: 'FP16_ABGR',
    },
  ),
  createCell(
    'E29',
    'alpha to coverage through the depth target with a sample interlock',
    createSampleInterlockParts,
    { forbidden: NO_DEPTH_ALPHA },
  ),
  createCell(
    'E30',
    'interpolation alternates between the centre and the samples, and so does the interlock’s granularity',
    (target) => createRovParts(target, ALTERNATING_DRAWS),
  ),
];
