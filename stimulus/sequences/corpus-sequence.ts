import type { ChipName, Gfx, WaveSize } from '../../arch/index.js';
import { chipOf } from '../../arch/index.js';
import type { Draw, Freedoms, ProgramFeature, Scenario } from '../../transactions/index.js';
import { FAULTS, type RandomStream } from '../../transactions/index.js';
import type { Claim } from '../claims.js';
import type { CorpusRecord, CorpusVariant } from '../corpus.js';
import { withAttachments } from '../driver/attachments.js';
import type { PrimitiveAttributes } from '../driver/attributes.js';
import { type DrawSource, makeDraw } from '../driver/draw.js';
import { applyRegisterFaults } from '../driver/faults.js';
import { buildMemory } from '../driver/memory.js';
import { pickOptions } from '../driver/options.js';
import { programFromRecord } from '../driver/program.js';
import type { PushConstants } from '../driver/push-constants.js';
import {
  listOrdered,
  listUses,
  SHADER_MEMORY,
  type ShaderMemory,
  type ShaderName,
} from '../driver/shaders.js';
import { pickFreedoms } from '../knobs.js';
import { pick } from '../pick.js';
import { buildScenario, pickMachine } from '../pick-machine.js';
import { applyProgramFaults, canFaultTakeEffect, faultNeedsFeature } from '../programs/faults.js';
import { MAX_FRAGMENTS, pickScene, type Scene, type SceneLimits } from '../scenes/scene.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

/** The properties of a sequence that runs a corpus shader. */
export interface CorpusSequence<Name extends string = string> {
  readonly name: Name;
  readonly text: string;
  readonly shader: ShaderName;
  readonly chips: readonly ChipName[];
  /** Claims about the sequence's tests. */
  readonly claims: readonly Claim[];
  readonly features?: readonly ProgramFeature[];
  /** False if program faults that do not depend on a feature may have no effect. */
  readonly programFaults?: boolean;
  /** Whether the shader declares its ordered memory coherent. */
  readonly coherent?: true;
  /** The knobs that are fixed instead of random. A request's knobs take precedence. */
  readonly knobs?: Partial<Freedoms>;
  /** Applies the legal program change that this sequence tests. */
  readonly change?: (words: readonly number[], gfx: Gfx, wave: WaveSize) => readonly number[];
}

/** The bits of 0.5f, the blend factor in the corpus shaders. */
const HALF = 0x3f000000;

/** Creates a sequence that runs a corpus program with random scenes and hardware freedoms. */
export function corpusSequence<Name extends string>(spec: CorpusSequence<Name>): Sequence<Name> {
  const { name, text, chips, claims } = spec;
  const generations = new Set(chips.map((chip) => chipOf(chip).gfx));
  const faults = FAULTS.filter(
    (fault) =>
      fault.generations.some((gfx) => generations.has(gfx)) &&
      (fault.where !== 'program' || spec.programFaults !== false || faultNeedsFeature(fault.id)) &&
      canFaultTakeEffect(fault.id, spec.features ?? []),
  ).map((fault) => fault.id);
  return { name, text, chips, faults, claims, generate: (request) => generate(spec, request) };
}

function generate(spec: CorpusSequence, request: GenerateRequest): Scenario {
  const { stream, chip: pickedChip, wave } = pickMachine(request, spec.chips);
  const { gfx } = pickedChip;
  const chip = pickedChip.name as ChipName;
  const { record, variant } = pickVariant(stream, spec, request, chip, wave);
  const freedoms = pickFreedoms(stream, pickedChip, { ...spec.knobs, ...request.knobs });
  const memory: ShaderMemory = SHADER_MEMORY[spec.shader];
  const scene = pickScene(stream, getSceneLimits(memory, variant));
  const { width, height } = scene;
  const smallCount = 1 + stream.below(16);
  const count =
    memory.count === undefined
      ? smallCount
      : { pixels: width * height, samples: variant.samples }[memory.count];
  const original = programFromRecord(record);
  const changedWords = spec.change?.(original.words, gfx, wave) ?? original.words;
  const program = { ...original, words: applyProgramFaults(changedWords, gfx, wave, request.faults) };
  const shape = { width, height, count };
  const constants = pickConstants(stream, scene, count);
  const memoryInputs = { record, uses: listUses(memory, shape), constants, waves: freedoms.waveSlots };
  const scenario: Scenario = buildScenario({ chip: pickedChip, wave }, request, spec.name, {
    freedoms,
    programs: [program],
    draws: withOptions(
      request,
      record,
      makeDraws(stream, { chip: chipOf(chip), record, variant, program }, scene, constants),
    ),
    memory: buildMemory(request.corpus, memoryInputs),
    ordered: listOrdered(memory, shape).map((row) => (spec.coherent ? { ...row, coherent: true } : row)),
  });
  return withAttachments(scenario, spec.shader);
}

/** Picks one of the shader's programs without an epilog, and one of the sample counts that it is compiled for. */
function pickVariant(
  stream: RandomStream,
  spec: CorpusSequence,
  request: GenerateRequest,
  chip: ChipName,
  wave: WaveSize,
): { readonly record: CorpusRecord; readonly variant: CorpusVariant } {
  const records = request.corpus
    .records(chipOf(chip).runsProgramsOf ?? chip, wave)
    .filter((record) => record.shader === spec.shader && record.epilog === undefined);
  const choices = records.flatMap((record) =>
    record.variants
      .filter(({ samples }, i) => record.variants.findIndex((other) => other.samples === samples) === i)
      .map((variant) => ({ record, variant })),
  );
  if (choices.length === 0) throw new Error(`the corpus has no ${spec.shader} for ${chip} wave${wave}`);
  return pick(stream, choices);
}

/**
 * Returns a scene's limits: as many pixels as fit in the shader's memory, and fewer fragments at higher sample counts.
 */
function getSceneLimits({ maxFragments, maxPixels }: ShaderMemory, { samples }: CorpusVariant): SceneLimits {
  return {
    fragments: Math.floor((maxFragments ?? MAX_FRAGMENTS) / samples),
    ...(maxPixels === undefined ? {} : { pixels: maxPixels }),
  };
}

function pickConstants(stream: RandomStream, { width, draws }: Scene, count: number): PushConstants[] {
  const k = (stream.nextUint32() | 1) & 0xffff;
  let primBase = 0;
  return draws.map((triangles) => {
    const constants = { k, primBase, width, flags: stream.below(16), alpha: HALF, count };
    primBase += triangles.length;
    return constants;
  });
}

function makeDraws(
  stream: RandomStream,
  source: DrawSource,
  { width, height, draws, names }: Scene,
  constants: readonly PushConstants[],
): Draw[] {
  return draws.map((triangles, index) => {
    const { primBase } = constants[index];
    const attributes = triangles.map((_, i) => pickAttributes(stream, primBase + i, i));
    const depths = triangles.map((_, i) => (i & 15) / 16);
    return makeDraw(
      source,
      { width, height, scene: names[index], triangles, depths, attributes },
      constants[index],
      index,
    );
  });
}

/** Adds random hardware options and register faults to the draws. */
function withOptions(
  { seed, faults }: GenerateRequest,
  { gfx, wave }: CorpusRecord,
  draws: readonly Draw[],
): Draw[] {
  const options = pickOptions(
    seed,
    gfx,
    wave,
    draws.map(({ registers }) => registers),
  );
  const drawsWithOptions = draws.map((draw, index) => ({ ...draw, registers: options[index] }));
  return applyRegisterFaults(gfx, drawsWithOptions, faults);
}

/**
 * Picks a primitive's attributes. Half of them have the same value at all vertices, so that branches on them are
 * uniform.
 */
function pickAttributes(stream: RandomStream, number: number, idInDraw: number): PrimitiveAttributes {
  const pickUv = (): [number, number] => [stream.below(256) / 256, stream.below(256) / 256];
  const channel = (): number => stream.below(256) / 255;
  const pickColor = (): [number, number, number, number] => [channel(), channel(), channel(), channel()];
  const pickVertices = <T>(pickVertex: () => T): T[] => {
    const first = pickVertex();
    return stream.below(2) === 0 ? [first, first, first] : [first, pickVertex(), pickVertex()];
  };
  return { number, idInDraw, uv: pickVertices(pickUv), color: pickVertices(pickColor) };
}
