import { type Chip, PARAMETER_DWORDS, type WaveSize } from '../../arch/index.js';
import {
  countLitmusRuns,
  type Draw,
  FAULTS,
  getLitmusKnobValues,
  LITMUS_MEMORY,
  LITMUS_NAMES,
  LITMUS_RESULT_WORDS,
  LITMUS_TESTS,
  type LitmusName,
  type Program,
  type Scenario,
} from '../../transactions/index.js';
import { assembleWords } from '../dialect/index.js';
import type { ShaderIntent } from '../driver/draw-intent.js';
import { getDrawRegisters } from '../driver/draw-registers.js';
import { FOLDING_SHADER } from '../driver/folding-shader.js';
import { rawBufferDescriptor } from '../driver/raw-buffer.js';
import { packRegisters } from '../driver/register-fields.js';
import { getProgramArguments } from '../golden/program.js';
import { createPixelBlock, getBlockVertices, RECTANGLE_LIST } from '../matrix/blocks.js';
import { buildScenario, pickMachine } from '../pick-machine.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { LITMUS_THREADS, LITMUS_WIDTH } from './cells.js';
import { createLitmusEmitters, emitLitmusProgram, RUN_BYTES_LOG2 } from './thread-text.js';

/** An arbitrary mapped address. */
const ADDRESS = 2 ** 32;

const SHADER: ShaderIntent = {
  ...FOLDING_SHADER,
  vgprs: 40,
  sgprs: 48,
  userSgprs: 5,
  inputs: ['persp_center', 'sample_coverage', 'pos_fixed_pt'],
};

/** The faults that the WEAK rules must detect in the litmus tests. */
const WEAK_RULE_FAULTS = FAULTS.filter(({ classes }) => classes.includes('WEAK')).map(({ id }) => id);

/**
 * One sequence per litmus cell. Each test is a scenario that contains all of the cell's runs and can be replayed,
 * shrunk and stored like any other.
 */
export const LITMUS_SEQUENCES: readonly Sequence<LitmusName>[] = LITMUS_NAMES.map((name) => ({
  name,
  text: LITMUS_THREADS[name].text,
  chips: LITMUS_THREADS[name].chips,
  faults: WEAK_RULE_FAULTS,
  generate: (request) => generate(name, request),
}));

function generate(name: LitmusName, request: GenerateRequest): Scenario {
  const { chip, wave } = pickMachine(request, LITMUS_THREADS[name].chips);
  const runs = countLitmusRuns(name);
  const firstVariable = Math.ceil((4 * LITMUS_RESULT_WORDS * runs) / 128) * 128;
  const bytes = firstVariable + (runs << RUN_BYTES_LOG2);
  return buildScenario({ chip, wave }, request, name, {
    litmus: name,
    freedoms: { ...getLitmusKnobValues(name), ...request.knobs },
    programs: [createProgram(name, chip, wave, firstVariable)],
    draws: [createDraw(name, chip, wave, runs, bytes)],
    memory: [{ name: LITMUS_MEMORY, address: ADDRESS, bytes, initial: [], compare: { kind: 'ignore' } }],
    ordered: [],
  });
}

function createProgram(name: LitmusName, { gfx }: Chip, wave: WaveSize, firstVariable: number): Program {
  const { threads, before, ordered = false } = LITMUS_THREADS[name];
  const emitters = createLitmusEmitters(gfx, wave);
  const entry = { isOrdered: ordered, before: before?.(emitters) ?? '' };
  const text = emitLitmusProgram(gfx, wave, threads(emitters), firstVariable, entry);
  return {
    name,
    words: assembleWords(text, gfx),
    arguments: getProgramArguments(gfx).filter(
      ({ name: argument }) => ordered || argument !== 'pops_collision_wave_id',
    ),
    inputs: [{ attribute: 0, name: 'vPrim', flat: true }],
  };
}

/** Returns one draw with a one-pixel primitive for each wave, ordered by run and then by thread. */
function createDraw(name: LitmusName, chip: Chip, wave: WaveSize, runs: number, bytes: number): Draw {
  const { ordered = false, pixel } = LITMUS_THREADS[name];
  const { threads } = LITMUS_TESTS[name];
  const indices = Array.from({ length: runs * threads }, (_, i) => i);
  const pixels = indices.map((i) =>
    pixel === undefined
      ? ([i % LITMUS_WIDTH, Math.floor(i / LITMUS_WIDTH)] as const)
      : pixel(Math.floor(i / threads), i % threads),
  );
  const intent = { wave, samples: 1 as const, perSample: false, unordered: !ordered, shader: SHADER };
  const registers = getDrawRegisters(chip, intent, [...rawBufferDescriptor(chip.gfx, ADDRESS, bytes), 0]);
  return {
    program: 0,
    interlock: ordered ? 'pixel-ordered' : 'none',
    width: LITMUS_WIDTH,
    height: 1 + pixels.reduce((max, [, y]) => Math.max(max, y), 0),
    samples: 1,
    registers: { ...packRegisters(chip.gfx, RECTANGLE_LIST, registers), CB_SHADER_MASK: 0 },
    vertices: pixels.flatMap(([x, y]) => getBlockVertices(createPixelBlock(x, y))),
    depths: indices.map(() => 0),
    attributes: 1,
    parameters: indices.flatMap((i) => [i, ...new Array<number>(PARAMETER_DWORDS - 1).fill(0)]),
  };
}
