import type { KnobValues, ProgramFeature, RandomStream, Scenario } from '../../transactions/index.js';
import { listRecords } from '../corpus.js';
import { withAttachments } from '../driver/attachments.js';
import { makeDraws, numberConstants, type PrimitiveAttributes } from '../driver/draw.js';
import { buildMemory } from '../driver/memory.js';
import { programFromRecord } from '../driver/program.js';
import type { ShaderMemory, ShaderName } from '../driver/shaders.js';
import { listOrdered, listUses, SHADER_MEMORY } from '../driver/shaders.js';
import { pick } from '../kit/chance.js';
import { BY_FEATURE, listFaults, type SequenceText, sequence, type Test } from '../kit/test.js';
import { decodeForEditing, type Mutator } from '../programs/edit.js';
import { MAX_FRAGMENTS, pickScene } from '../scenes/scene.js';
import type { Sequence } from '../sequence.js';

/** The properties of a sequence that runs a corpus shader. */
export interface CorpusSequence<Name extends string = string> extends SequenceText<Name> {
  readonly shader: ShaderName;
  readonly features?: readonly ProgramFeature[];
  /** False if program faults that do not depend on a feature may have no effect. */
  readonly programFaults?: boolean;
  /** Whether the shader declares its ordered memory coherent. */
  readonly coherent?: true;
  /** The knobs that are fixed instead of random. A request's knobs take precedence. */
  readonly knobs?: Partial<KnobValues>;
  /** Applies the legal program change that this sequence tests. */
  readonly change?: Mutator;
}

/** The bits of 0.5f, the blend factor in the corpus shaders. */
const HALF = 0x3f000000;

/** Creates a sequence that runs a corpus program with random scenes and hardware freedoms. */
export function corpusSequence<Name extends string>(spec: CorpusSequence<Name>): Sequence<Name> {
  const { features = [], programFaults, chips } = spec;
  const accepts = programFaults === false ? BY_FEATURE : () => true;
  return sequence({
    ...spec,
    faults: listFaults(features, accepts, chips),
    picksKnobs: true,
    generate: (test) => generate(spec, test),
  });
}

function generate(spec: CorpusSequence, test: Test): Scenario {
  const { stream, chip, gfx, wave } = test;
  // One of the shader's programs without an epilog, and one of the sample counts that it is compiled for.
  const choices = listRecords(test.request.corpus, spec.shader, { chip, wave }).flatMap((record) =>
    record.variants
      .filter(({ samples }, i) => record.variants.findIndex((other) => other.samples === samples) === i)
      .map((variant) => ({ record, variant })),
  );
  const { record, variant } = pick(stream, choices);
  const freedoms = test.pickKnobs(spec.knobs);
  const memory: ShaderMemory = SHADER_MEMORY[spec.shader];
  const { maxFragments = MAX_FRAGMENTS, maxPixels } = memory;
  const scene = pickScene(stream, {
    fragments: Math.floor(maxFragments / variant.samples),
    ...(maxPixels === undefined ? {} : { pixels: maxPixels }),
  });
  const { width, height } = scene;
  const smallCount = 1 + stream.below(16);
  const count =
    memory.count === undefined
      ? smallCount
      : { pixels: width * height, samples: variant.samples }[memory.count];
  const original = programFromRecord(record);
  const words = spec.change?.(decodeForEditing(original.words, gfx, wave)) ?? original.words;
  const program = test.withProgramFaults({ ...original, words });
  const shape = { width, height, count };
  const k = (stream.nextUint32() | 1) & 0xffff;
  const constants = numberConstants(scene, () => ({ k, width, flags: stream.below(16), alpha: HALF, count }));
  const draws = makeDraws({ chip, record, variant, program }, scene, constants, (number, i) => ({
    depth: (i & 15) / 16,
    attributes: pickAttributes(stream, number, i),
  }));
  const options = test.pickOptions(draws.map(({ registers }) => registers));
  const scenario = test.build({
    programs: [program],
    draws: test.withRegisterFaults(draws.map((draw, index) => ({ ...draw, registers: options[index] }))),
    memory: buildMemory(test.request.corpus, record, listUses(memory, shape), constants, freedoms.waveSlots),
    ordered: listOrdered(memory, shape).map((row) => (spec.coherent ? { ...row, coherent: true } : row)),
  });
  return withAttachments(scenario, spec.shader);
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
