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
  type Scenario,
} from '../../transactions/index.js';
import type { ShaderIntent } from '../driver/draw-intent.js';
import { createDraw, plainBuffer, rawBufferDescriptor } from '../kit/draws.js';
import { createOneBufferProgram, createOneBufferRegisters, ONE_BUFFER_SHADER } from '../kit/programs.js';
import { Test } from '../kit/test.js';
import { createPixelBlock, getBlockVertices, RECTANGLE_LIST } from '../matrix/blocks.js';
import type { Sequence } from '../sequence.js';
import { LITMUS_THREADS, LITMUS_WIDTH } from './cells.js';
import { createLitmusEmitters, emitLitmusProgram, RUN_BYTES_LOG2 } from './thread-text.js';

const ADDRESS = 2 ** 32;

const SHADER: ShaderIntent = { ...ONE_BUFFER_SHADER, vgprs: 40, sgprs: 48 };

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
  generate: (request) => generate(name, new Test(request, name, LITMUS_THREADS[name].chips)),
}));

function generate(name: LitmusName, test: Test): Scenario {
  const { ordered = false, before, threads } = LITMUS_THREADS[name];
  const runs = countLitmusRuns(name);
  const firstVariable = Math.ceil((4 * LITMUS_RESULT_WORDS * runs) / 128) * 128;
  const bytes = firstVariable + (runs << RUN_BYTES_LOG2);
  const emitters = createLitmusEmitters(test.dialect);
  const entry = { isOrdered: ordered, before: before?.(emitters) ?? '' };
  const text = emitLitmusProgram(test.dialect, threads(emitters), firstVariable, entry);
  return test.build({
    litmus: name,
    freedoms: { ...getLitmusKnobValues(name), ...test.request.knobs },
    programs: [createOneBufferProgram(test.gfx, name, text, { isOrdered: ordered })],
    draws: [createLitmusDraw(name, test, runs, bytes)],
    memory: [plainBuffer({ name: LITMUS_MEMORY, address: ADDRESS }, bytes, { compare: { kind: 'ignore' } })],
    ordered: [],
  });
}

/** Returns one draw with a one-pixel primitive for each wave, ordered by run and then by thread. */
function createLitmusDraw(name: LitmusName, test: Test, runs: number, bytes: number): Draw {
  const { ordered = false, pixel } = LITMUS_THREADS[name];
  const { threads } = LITMUS_TESTS[name];
  const indices = Array.from({ length: runs * threads }, (_, i) => i);
  const pixels = indices.map((i) =>
    pixel === undefined
      ? ([i % LITMUS_WIDTH, Math.floor(i / LITMUS_WIDTH)] as const)
      : pixel(Math.floor(i / threads), i % threads),
  );
  const registers = createOneBufferRegisters(test, {
    samples: 1,
    perSample: false,
    unordered: !ordered,
    shader: SHADER,
    userData: [...rawBufferDescriptor(test.gfx, ADDRESS, bytes), 0],
    fields: RECTANGLE_LIST,
  });
  const area = { width: LITMUS_WIDTH, height: 1 + pixels.reduce((max, [, y]) => Math.max(max, y), 0) };
  const primitives = pixels.map(([x, y]) => getBlockVertices(createPixelBlock(x, y)));
  return createDraw(area, { interlock: ordered ? 'pixel-ordered' : 'none', registers, primitives }, indices);
}
