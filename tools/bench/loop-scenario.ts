import { assembleProgram, chipOf } from '../../arch/index.js';
import { runScenario } from '../../rtl-model/index.js';
import type { MemoryObject, Scenario } from '../../transactions/index.js';
import { defaultKnobs, MODEL_VERSION, SCENARIO_FORMAT } from '../../transactions/index.js';

const CHIP = 'navi21';

/** Width and height of the screen in pixels. Its 64 pixels fill a wave64. */
const EDGE = 8;

/** Export format of colour 0. With it, even a program that exports no colours reserves export space (S-110). */
const EXPORT_32_R = 1;

/** A triangle that covers the whole screen, as (x, y) pairs in 1/256ths of a pixel. */
const FULL_SCREEN = [0, 0, 2 * EDGE * 256, 0, 0, 2 * EDGE * 256];

/** Address of the 256 bytes of memory available to a loop. */
export const LOOP_MEMORY = 0x100000;

/** Scenario settings that depend on the loop. */
export interface LoopOptions {
  /** Initial values of the first dwords of memory. */
  readonly initial?: readonly number[];
  readonly registers?: Readonly<Record<string, number>>;
}

/**
 * Builds a scenario that runs a program in one wave64 with all lanes active, to measure the model's instruction
 * throughput. The number of events for forming, launching and ending the wave does not depend on the program's
 * length.
 *
 * @param source assembly that `assembleProgram` accepts for GFX10.3
 */
export function buildLoopScenario(
  source: string,
  { initial = [], registers = {} }: LoopOptions = {},
): Scenario {
  const words = assembleProgram(source, chipOf(CHIP).gfx);
  const memory: MemoryObject = {
    name: 'loop',
    address: LOOP_MEMORY,
    bytes: 256,
    initial,
    compare: { kind: 'ignore' },
  };
  return {
    format: SCENARIO_FORMAT,
    model: MODEL_VERSION,
    name: 'loop',
    chip: CHIP,
    wave: 64,
    freedoms: { ...defaultKnobs(), packers: 1 },
    programs: [{ name: 'loop', words, arguments: [], inputs: [] }],
    draws: [
      {
        program: 0,
        interlock: 'pixel-ordered',
        width: EDGE,
        height: EDGE,
        samples: 1,
        registers: { SPI_SHADER_COL_FORMAT: EXPORT_32_R, ...registers },
        vertices: FULL_SCREEN,
        depths: [0.5],
        attributes: 0,
        parameters: [],
      },
    ],
    memory: [memory],
    ordered: [],
    schedule: { strategy: 'random', seed: '0x1' },
    faults: [],
    expects: [],
  };
}

/** Runs a loop in the model and returns the final words of its memory. */
export function computeMemoryInModel(scenario: Scenario): Int32Array {
  let words = new Int32Array(0);
  runScenario(scenario, (transaction) => {
    if (transaction.kind === 'memory-dumped') words = Int32Array.from(transaction.words);
  });
  return words;
}
