import type { ColourFormat } from '../../arch/index.js';
import { greatestOf } from '../../arch/index.js';
import type { Conversion } from '../../transactions/index.js';
import { RandomStream } from '../../transactions/index.js';
import { sideSeed } from '../schedule-seed.js';

/** Colours a program exports to the first targets, all in one format; a second blend source does not count. */
export interface ColourExports {
  readonly colours: number;
  readonly conversion: Conversion;
}

/** Numeric type of a colour, which must match between buffer and export. */
type NumberKind = 'float' | 'unsigned' | 'signed';

/** Colour buffer formats by numeric type; a buffer of 32-bit floats keeps every exported bit. */
const FORMATS: Readonly<Record<NumberKind, readonly ColourFormat[]>> = {
  float: ['rgba32f', 'rgba8', 'rg16f'],
  unsigned: ['rgba16ui'],
  signed: ['rgba16i'],
};

/** Channels per target in CB_TARGET_MASK. */
const CHANNELS = 4;

/**
 * Colour buffer formats for draws with these exports, one per target, for a random number of the first exported targets. All have
 * the numeric type of the first draw that exports colours. Empty if no draw does.
 */
export function pickAttachments(seed: string, exports: readonly ColourExports[]): readonly ColourFormat[] {
  const first = exports.find(({ colours }) => colours > 0);
  if (first === undefined) return [];
  const stream = new RandomStream(sideSeed(seed, 'attachments'));
  const formats = FORMATS[numbersOf(first.conversion)];
  const targets = greatestOf(exports.map(({ colours }) => colours));
  return Array.from({ length: 1 + stream.below(targets) }, () => formats[stream.below(formats.length)]);
}

/** CB_TARGET_MASK of a draw: the targets with a buffer; none if its colours have a different numeric type. */
export function targetMask(
  attachments: readonly ColourFormat[],
  { colours, conversion }: ColourExports,
): number {
  const [format] = attachments;
  if (format === undefined || !FORMATS[numbersOf(conversion)].includes(format)) return 0;
  return maskOf(Math.min(colours, attachments.length));
}

/** CB_SHADER_MASK: all channels of the first targets. */
export function maskOf(targets: number): number {
  return 2 ** (CHANNELS * targets) - 1;
}

function numbersOf(conversion: Conversion): NumberKind {
  if (conversion === 'UINT16_ABGR') return 'unsigned';
  return conversion === 'SINT16_ABGR' ? 'signed' : 'float';
}
