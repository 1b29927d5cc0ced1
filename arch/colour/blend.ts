import type { Gfx } from '../chips.js';
import { isAtLeast } from '../since-generation.js';
import type { ColourFormat } from './colour-format.js';

/** How new colours blend with stored colours, as programmed in CB_BLENDn_CONTROL. */
export interface Blend {
  readonly colour: BlendEquation;
  readonly alpha: BlendEquation;
}

/** The codes of the factors of the new and the stored value, and of the function that combines the products. */
interface BlendEquation {
  readonly source: number;
  readonly combine: number;
  readonly destination: number;
}

/** Bit of CB_BLENDn_CONTROL that blends alpha separately. */
const SEPARATE_ALPHA = 1 << 29;
/** Bit of CB_BLENDn_CONTROL that enables blending. */
const ENABLE = 1 << 30;

type Factor = (
  component: number,
  source: Float64Array,
  secondSource: Float64Array,
  stored: Float64Array,
) => number;

/** Blend factors, indexed by code. The constant factors, which have higher codes, are not modelled. */
const FACTORS: readonly Factor[] = [
  () => 0,
  () => 1,
  (i, source) => source[i],
  (i, source) => 1 - source[i],
  (_i, source) => source[3],
  (_i, source) => 1 - source[3],
  (_i, _source, _second, stored) => stored[3],
  (_i, _source, _second, stored) => 1 - stored[3],
  (i, _source, _second, stored) => stored[i],
  (i, _source, _second, stored) => 1 - stored[i],
];

/** Factors from the second source: its colour, its alpha, and 1 minus each of them. */
const SECOND_SOURCE_FACTORS: readonly Factor[] = [
  (i, _source, secondSource) => secondSource[i],
  (i, _source, secondSource) => 1 - secondSource[i],
  (_i, _source, secondSource) => secondSource[3],
  (_i, _source, secondSource) => 1 - secondSource[3],
];

/** Functions that combine the weighted new and stored values, indexed by code. */
const COMBINE_FUNCTIONS: readonly ((incoming: number, stored: number) => number)[] = [
  (incoming, stored) => incoming + stored,
  (incoming, stored) => incoming - stored,
  Math.min,
  Math.max,
  (incoming, stored) => stored - incoming,
];

/** Decodes a CB_BLENDn_CONTROL value. Returns undefined if blending is off. */
export function decodeBlend(word: number): Blend | undefined {
  if ((word & ENABLE) === 0) return undefined;
  const decodeEquation = (low: number): BlendEquation => ({
    source: (word >>> low) & 0x1f,
    combine: (word >>> (low + 5)) & 7,
    destination: (word >>> (low + 8)) & 0x1f,
  });
  const colour = decodeEquation(0);
  return { colour, alpha: (word & SEPARATE_ALPHA) === 0 ? colour : decodeEquation(16) };
}

/** Scratch space, so all four channels can be computed before any is overwritten. */
const blended = new Float64Array(4);

/** Clamps each component to the range 0 to 1. NaN becomes 0. */
function clampToUnit(colour: Float64Array): void {
  for (let i = 0; i < colour.length; i++) colour[i] = colour[i] > 0 ? Math.min(colour[i], 1) : 0;
}

/**
 * Blends `source` in place with the stored colour. Throws for constant factors and undefined codes. Drivers program
 * CB_COLORn_INFO (Mesa) so that integers bypass the blender (BLEND_BYPASS), and both sources are clamped first for
 * normalised buffers (BLEND_CLAMP).
 */
export function blendColour(
  gfx: Gfx,
  format: ColourFormat,
  blend: Blend,
  source: Float64Array,
  secondSource: Float64Array,
  stored: Float64Array,
): void {
  if (format === 'rgba16ui' || format === 'rgba16i') return;
  if (format === 'rgba8') {
    clampToUnit(source);
    clampToUnit(secondSource);
  }
  for (let i = 0; i < 4; i++) {
    const equation = i === 3 ? blend.alpha : blend.colour;
    const sourceFactor = getFactor(gfx, equation.source);
    const storedFactor = getFactor(gfx, equation.destination);
    const combine = COMBINE_FUNCTIONS[equation.combine];
    if (combine === undefined) throw new Error('this combine function is not modelled');
    blended[i] = combine(
      applyFactor(source[i], sourceFactor(i, source, secondSource, stored)),
      applyFactor(stored[i], storedFactor(i, source, secondSource, stored)),
    );
  }
  source.set(blended);
}

/**
 * Multiplies a value by a factor. A factor of 0 yields 0 even for infinity and NaN, because drivers set SIMPLE_FLOAT
 * (Mesa).
 */
function applyFactor(value: number, factor: number): number {
  return factor === 0 ? 0 : value * factor;
}

/** Returns the code of the first blend factor that uses the second source. GFX11 shifted these codes down by two. */
function getSecondSourceCode(gfx: Gfx): number {
  return isAtLeast(gfx, 'gfx11') ? 13 : 15;
}

function getFactor(gfx: Gfx, code: number): Factor {
  const factor = FACTORS[code] ?? SECOND_SOURCE_FACTORS[code - getSecondSourceCode(gfx)];
  if (factor === undefined) throw new Error(`blend factor ${code} is not modelled on ${gfx}`);
  return factor;
}

/** Returns the CB_BLENDn_CONTROL value that computes `source + stored * secondSource`. */
export function encodeDualSourceBlend(gfx: Gfx): number {
  const FACTOR_ONE = 1;
  return (ENABLE | FACTOR_ONE | (getSecondSourceCode(gfx) << 8)) >>> 0;
}
