import type { ChipName, Gfx, WaveSize } from '../../arch/index.js';
import { chipOf } from '../../arch/index.js';
import type { Draw, FaultId, Interlock, OrderedMemory, Program, Scenario } from '../../transactions/index.js';
import {
  deriveSeed,
  formatSeed,
  MODEL_VERSION,
  parseSeed,
  RandomStream,
  SCENARIO_FORMAT,
} from '../../transactions/index.js';
import type { CorpusRecord } from '../corpus.js';
import { parameterWords } from '../driver/attributes.js';
import { type BufferUse, buildMemory } from '../driver/memory.js';
import { type PushConstants, programOf, registersOf } from '../driver/program.js';
import { drawFreedoms } from '../knobs.js';
import { applyProgramFaults } from '../programs/faults.js';
import { drawScene, type Scene } from '../scenes/scene.js';
import type { Triangle } from '../scenes/triangles.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

/** What a sequence around one corpus shader has to say of it. */
export interface CorpusSequence {
  readonly name: string;
  readonly text: string;
  readonly shader: string;
  readonly chips: readonly ChipName[];
  readonly faults: readonly FaultId[];
  /** Buffers that the shader reaches in a render area of width by height. */
  readonly buffers: (width: number, height: number) => readonly BufferUse[];
  /** Which of them the interlock orders. */
  readonly ordered: (width: number, height: number) => readonly OrderedMemory[];
  /** A legal change of the program, when the sequence is about one. */
  readonly change?: (words: readonly number[], gfx: Gfx, wave: WaveSize) => readonly number[];
}

const INTERLOCKS: Readonly<Record<string, Interlock>> = {
  pixel_interlock_ordered: 'pixel-ordered',
  pixel_interlock_unordered: 'pixel-unordered',
  sample_interlock_ordered: 'sample-ordered',
  sample_interlock_unordered: 'sample-unordered',
};

/** A sequence of random scenes and hardware freedoms around one program of the corpus. */
export function corpusSequence(spec: CorpusSequence): Sequence {
  const { name, text, chips, faults } = spec;
  return { name, text, chips, faults, generate: (request) => generate(spec, request) };
}

function generate(spec: CorpusSequence, request: GenerateRequest): Scenario {
  const stream = new RandomStream(request.seed);
  const chip = pick(stream, request.chips ?? spec.chips);
  const wave: WaveSize = pick(stream, chipOf(chip).waveSizes);
  const record = findRecord(spec, request, chip, wave);
  const freedoms = drawFreedoms(stream, chipOf(chip), request.knobs);
  const scene = drawScene(stream);
  const { gfx } = chipOf(chip);
  const clean = programOf(record);
  const changed = spec.change?.(clean.words, gfx, wave) ?? clean.words;
  const program = { ...clean, words: applyProgramFaults(changed, gfx, wave, request.faults) };
  const sets = Object.values(record.abi.user_data).flatMap(
    (source) => /^set(\d+)\.lo$/.exec(source)?.[1] ?? [],
  );
  return {
    format: SCENARIO_FORMAT,
    model: MODEL_VERSION,
    name: spec.name,
    chip,
    wave,
    freedoms,
    programs: [program],
    draws: makeDraws(stream, record, program, scene),
    memory: buildMemory(request.corpus, gfx, sets.map(Number), spec.buffers(scene.width, scene.height)),
    ordered: spec.ordered(scene.width, scene.height),
    schedule: { strategy: 'random', seed: scheduleSeed(request.seed) },
    faults: request.faults,
    expects: [],
  };
}

function findRecord(
  spec: CorpusSequence,
  request: GenerateRequest,
  chip: ChipName,
  wave: WaveSize,
): CorpusRecord {
  const record = request.corpus.records(chip, wave).find((r) => r.shader === spec.shader);
  if (record === undefined) throw new Error(`the corpus has no ${spec.shader} for ${chip} wave${wave}`);
  return record;
}

function makeDraws(stream: RandomStream, record: CorpusRecord, program: Program, scene: Scene): Draw[] {
  const k = (stream.nextUint32() | 1) & 0xffff;
  let primBase = 0;
  return scene.draws.map((triangles) => {
    const constants: PushConstants = {
      k,
      primBase,
      width: scene.width,
      flags: stream.below(16),
      alpha: 0x3f000000,
      count: 1 + stream.below(16),
    };
    const draw = makeDraw(stream, record, program, scene, triangles, constants);
    primBase += triangles.length;
    return draw;
  });
}

function makeDraw(
  stream: RandomStream,
  record: CorpusRecord,
  program: Program,
  scene: Scene,
  triangles: readonly Triangle[],
  constants: PushConstants,
): Draw {
  const attributes = Math.max(...program.inputs.map((input) => input.attribute + 1), 0);
  return {
    program: 0,
    interlock: INTERLOCKS[record.interlock],
    width: scene.width,
    height: scene.height,
    samples: 1,
    registers: registersOf(record, 1, constants),
    vertices: triangles.flat(),
    depths: triangles.map((_, i) => (i & 15) / 16),
    attributes,
    parameters: triangles.flatMap((_, i) =>
      parameterWords(program.inputs, attributes, {
        number: constants.primBase + i,
        idInDraw: i,
        uv: drawUv(stream),
        color: drawColor(stream),
      }),
    ),
  };
}

/** Half of the primitives have one value at all vertices, so that tests on it take whole waves one way. */
function drawUv(stream: RandomStream): [number, number][] {
  const draw = (): [number, number] => [stream.below(256) / 256, stream.below(256) / 256];
  const first = draw();
  return stream.below(2) === 0 ? [first, first, first] : [first, draw(), draw()];
}

function drawColor(stream: RandomStream): [number, number, number, number][] {
  const draw = (): [number, number, number, number] => {
    const channel = (): number => stream.below(256) / 255;
    return [channel(), channel(), channel(), channel()];
  };
  const first = draw();
  return stream.below(2) === 0 ? [first, first, first] : [first, draw(), draw()];
}

function pick<T>(stream: RandomStream, values: readonly T[]): T {
  return values[stream.below(values.length)];
}

/** The schedule has a stream of its own, so that another scene does not mean another timing. */
function scheduleSeed(seed: string): string {
  const parsed = parseSeed(seed);
  if (!parsed.ok) throw new Error(parsed.error);
  return formatSeed(deriveSeed(parsed.seed, 'schedule', 0));
}
