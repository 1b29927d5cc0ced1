import { floatFromBits, floatToBits } from '../numbers/bits.js';
import { encodeOne, readChannel } from './channel.js';
import { FIRST_CHANNEL, type TexelView } from './format.js';

/** A view of sampled texels. */
export interface SampledView extends TexelView {
  /** The border colour: 0 is transparent black, 1 opaque black, 2 opaque white. */
  readonly border: number;
  /** Index in `COMPARISONS` of the comparison with the reference value. */
  readonly comparison: number;
}

const ALPHA = 3;
const OPAQUE_BLACK = 1;
const OPAQUE_WHITE = 2;

/** The comparisons, indexed by code. The reference value is the first argument. */
const COMPARISONS: readonly ((reference: number, texel: number) => boolean)[] = [
  () => false,
  (a, b) => a < b,
  (a, b) => a === b,
  (a, b) => a <= b,
  (a, b) => a > b,
  (a, b) => a !== b,
  (a, b) => a >= b,
  () => true,
];

function getBorderChannel({ border, format }: SampledView, channel: number): number {
  const isOne = border === OPAQUE_WHITE || (border === OPAQUE_BLACK && channel === ALPHA);
  return isOne ? encodeOne(format) : 0;
}

/** Compares the first channel and returns one or zero. For normalised formats, the reference is clamped to [0, 1]. */
function compareWithReference({ comparison, format }: SampledView, reference: number, first: number): number {
  const bounded = format.kind === 'unorm' ? Math.max(0, Math.min(1, reference)) : reference;
  return floatToBits(COMPARISONS[comparison](bounded, floatFromBits(first)) ? 1 : 0);
}

/**
 * Returns component `i` of a sample, as 32 bits.
 *
 * @param lane index of the texel's first dword in `data`
 * @param isInside whether the sample hit a texel rather than the border
 * @param reference value to compare the texel with, or undefined to return the texel itself
 */
export function readSampledComponent(
  view: SampledView,
  data: Int32Array,
  lane: number,
  isInside: boolean,
  reference: number | undefined,
  i: number,
): number {
  const select = (view.selects >>> (3 * i)) & 7;
  if (select < FIRST_CHANNEL) return select === 1 ? encodeOne(view.format) : 0;
  const channel = select - FIRST_CHANNEL;
  const read = (index: number) =>
    isInside ? readChannel(view.format, data, lane, index) : getBorderChannel(view, index);
  if (reference === undefined) return read(channel);
  if (channel === 0) return compareWithReference(view, reference, read(0));
  return channel === ALPHA ? encodeOne(view.format) : 0;
}

/** Returns the index of the texel dword that contains the channel of component `i`, or 0 if there is none. */
export function getComponentDword({ format, selects }: TexelView, i: number): number {
  const select = (selects >>> (3 * i)) & 7;
  return format.channels[select - FIRST_CHANNEL]?.dword ?? 0;
}
