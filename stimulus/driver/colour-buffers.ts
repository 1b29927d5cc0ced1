import type { ColourFormat } from '../../arch/index.js';
import { findMax } from '../../arch/index.js';
import type { Conversion } from '../../transactions/index.js';
import { RandomStream } from '../../transactions/index.js';
import { deriveSubSeed } from '../schedule-seed.js';

/**
 * The number of colours that a program exports, one to each of the first targets, and their shared format. The second
 * source for dual-source blending is not counted.
 */
export interface ColourExports {
  readonly colours: number;
  readonly conversion: Conversion;
}

/** The numeric type of a colour, which must match between the buffer and the export. */
type NumericType = 'float' | 'unsigned' | 'signed';

/** The colour buffer formats by numeric type; a buffer of 32-bit floats keeps every exported bit. */
const FORMATS: Readonly<Record<NumericType, readonly ColourFormat[]>> = {
  float: ['rgba32f', 'rgba8', 'rg16f'],
  unsigned: ['rgba16ui'],
  signed: ['rgba16i'],
};

/** The number of channels per target in CB_TARGET_MASK. */
const CHANNELS = 4;

/**
 * Picks colour buffer formats for draws with the given exports, one for each of a random number of targets. All have
 * the numeric type of the first draw that exports colours. Returns an empty array if no draw exports colours.
 */
export function pickAttachments(seed: string, exports: readonly ColourExports[]): readonly ColourFormat[] {
  const first = exports.find(({ colours }) => colours > 0);
  if (first === undefined) return [];
  const stream = new RandomStream(deriveSubSeed(seed, 'attachments'));
  const formats = FORMATS[getNumericType(first.conversion)];
  const targets = findMax(exports.map(({ colours }) => colours));
  return Array.from({ length: 1 + stream.below(targets) }, () => formats[stream.below(formats.length)]);
}

/**
 * Returns a draw's CB_TARGET_MASK. It covers every exported target that has a buffer, or is 0 if the draw's colours
 * have a different numeric type from the buffers.
 */
export function getTargetMask(
  attachments: readonly ColourFormat[],
  { colours, conversion }: ColourExports,
): number {
  const [format] = attachments;
  if (format === undefined || !FORMATS[getNumericType(conversion)].includes(format)) return 0;
  return getChannelMask(Math.min(colours, attachments.length));
}

/** Returns the CB_SHADER_MASK that enables all channels of the first `targets` targets. */
export function getChannelMask(targets: number): number {
  return 2 ** (CHANNELS * targets) - 1;
}

function getNumericType(conversion: Conversion): NumericType {
  if (conversion === 'UINT16_ABGR') return 'unsigned';
  return conversion === 'SINT16_ABGR' ? 'signed' : 'float';
}
