import type { ColourFormat } from '../../arch/index.js';
import { greatestOf } from '../../arch/index.js';
import type { Conversion } from '../../transactions/index.js';
import { RandomStream } from '../../transactions/index.js';
import { sideSeed } from '../schedule-seed.js';

/** Colours that a program exports to the first targets, all in one format; a second source of a blend is none. */
export interface ColourExports {
  readonly colours: number;
  readonly conversion: Conversion;
}

/** What the numbers of a colour are, which buffer and export have to agree about. */
type NumberKind = 'float' | 'unsigned' | 'signed';

/** Formats of colour buffers by their numbers; a buffer that keeps floats whole shows every exported bit. */
const FORMATS: Readonly<Record<NumberKind, readonly ColourFormat[]>> = {
  float: ['rgba32f', 'rgba8', 'rg16f'],
  unsigned: ['rgba16ui'],
  signed: ['rgba16i'],
};

/** Channels of one target in CB_TARGET_MASK. */
const CHANNELS = 4;

/**
 * Formats of the colour buffers that draws with these exports render to, by target: of the numbers that the first draw with
 * colours exports, for the first targets or for all of them. None where no draw has any.
 */
export function drawAttachments(seed: string, exports: readonly ColourExports[]): readonly ColourFormat[] {
  const first = exports.find(({ colours }) => colours > 0);
  if (first === undefined) return [];
  const stream = new RandomStream(sideSeed(seed, 'attachments'));
  const formats = FORMATS[numbersOf(first.conversion)];
  const targets = greatestOf(exports.map(({ colours }) => colours));
  return Array.from({ length: 1 + stream.below(targets) }, () => formats[stream.below(formats.length)]);
}

/** CB_TARGET_MASK of a draw: the targets that have a buffer, none where its colours are other numbers than those of the buffers. */
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
