import type { Chip } from '../../arch/index.js';
import { findMax, lookup } from '../../arch/index.js';
import type { Draw, Interlock, Program, SceneName } from '../../transactions/index.js';
import { UsageError } from '../../transactions/index.js';
import type { CorpusRecord, CorpusVariant } from '../corpus.js';
import type { Triangle } from '../scenes/geometry.js';
import { type PrimitiveAttributes, packParameterWords } from './attributes.js';
import { selectChipRegisters } from './chip-registers.js';
import { getNonPipelineFields } from './non-pipeline-fields.js';
import { getRegisters } from './program.js';
import type { PushConstants } from './push-constants.js';
import { packRegisters } from './register-fields.js';
import { roundToFloat32 } from './words.js';

/** The render area of a draw and its primitives. */
export interface DrawShape {
  readonly width: number;
  readonly height: number;
  /** The scene that generated the triangles, if any, which determines how they overlap. */
  readonly scene?: SceneName;
  readonly triangles: readonly Triangle[];
  /** The depth of each triangle. */
  readonly depths: readonly number[];
  /** The attributes of each triangle. */
  readonly attributes: readonly PrimitiveAttributes[];
}

/** Everything that a scenario's draws share: the chip, and the single program with its record and variant. */
export interface DrawSource {
  /** The chip for the draws, which may stand in for the record's own chip. */
  readonly chip: Chip;
  readonly record: CorpusRecord;
  readonly variant: CorpusVariant;
  readonly program: Program;
}

const INTERLOCKS: Readonly<Record<string, Interlock | undefined>> = lookup({
  pixel_interlock_ordered: 'pixel-ordered',
  pixel_interlock_unordered: 'pixel-unordered',
  sample_interlock_ordered: 'sample-ordered',
  sample_interlock_unordered: 'sample-unordered',
});

/**
 * Creates draw number `index` as the driver would program it: its registers, and flat arrays of its primitives'
 * properties. Throws `UsageError` for a record whose interlock is unknown.
 */
export function makeDraw(
  { chip, record, variant, program }: DrawSource,
  shape: DrawShape,
  constants: PushConstants,
  index: number,
): Draw {
  const interlock = INTERLOCKS[record.interlock];
  if (interlock === undefined) {
    const knownNames = Object.keys(INTERLOCKS).join(', ');
    throw new UsageError(
      `Unknown interlock "${record.interlock}" in ${record.id}: expected one of ${knownNames}`,
    );
  }
  const attributes = findMax(
    program.inputs.map((input) => input.attribute + 1),
    0,
  );
  return {
    program: 0,
    ...(shape.scene === undefined ? {} : { scene: shape.scene }),
    interlock,
    width: shape.width,
    height: shape.height,
    samples: variant.samples as Draw['samples'],
    registers: selectChipRegisters(chip, {
      ...packRegisters(record.gfx, getNonPipelineFields(variant.samples)),
      ...getRegisters(record, variant, constants, index),
    }),
    vertices: shape.triangles.flat(),
    depths: shape.depths.map(roundToFloat32),
    attributes,
    parameters: shape.attributes.flatMap((values) => packParameterWords(program.inputs, attributes, values)),
  };
}
