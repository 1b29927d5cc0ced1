import type { SectionState } from '../../../../transactions/index.js';

/** A fragment before its shader runs. */
export interface Fragment {
  readonly primitive: number;
  readonly isFront: boolean;
  readonly x: number;
  readonly y: number;
  readonly coveredSamples: number;
  readonly samples: number;
  /** The two colours of front faces, then those of back faces. */
  readonly inputs: readonly (readonly number[])[];
}

/** Values common to all fragments of a draw. */
export interface DrawConstants {
  readonly state: SectionState;
  readonly alphaReference: number;
  readonly stipple: readonly number[];
}

/** The exports of a fragment. */
export interface FragmentColours {
  /** The words exported to each target, in order. */
  readonly exported: number[][];
  /** The alpha word that determines which samples are written. */
  readonly coverageAlpha: number | undefined;
}

type Colour = number[];

const ALPHA_TESTS: Readonly<
  Record<SectionState['alphaTest'], (alpha: number, reference: number) => boolean>
> = {
  never: () => false,
  less: (a, b) => a < b,
  equal: (a, b) => a === b,
  'less-equal': (a, b) => a <= b,
  greater: (a, b) => a > b,
  'not-equal': (a, b) => a !== b,
  'greater-equal': (a, b) => a >= b,
  always: () => true,
};

/**
 * Computes a fragment's exports according to the slides on prolog and epilog, or returns undefined if the fragment is
 * discarded. The coverage alpha is r0's alpha before alpha-to-one. This follows the slides using ordinary JavaScript
 * numbers; in these tests, only normalised values need rounding.
 */
export function computeExpectedExports(
  { state, alphaReference, stipple }: DrawConstants,
  fragment: Fragment,
): FragmentColours | undefined {
  let [r0, r1] = getColourInputs(state, fragment).map((colour) => colour.map((value) => value * 2 - 0.5));
  if (state.mainDiscard !== 'none' && fragment.primitive % 4 === 3) return undefined;
  if (state.clamp)
    [r0, r1] = [r0, r1].map((colour) => colour.map((value) => Math.min(Math.max(value, 0), 1)));
  if (!ALPHA_TESTS[state.alphaTest](r0[3], alphaReference)) return undefined;
  const texel = stipple[(fragment.y % 32) * 32 + (fragment.x % 32)];
  if (state.stipple !== 'off' && texel < 0.5) return undefined;
  if (state.smoothing) {
    r0[3] *= fragment.coveredSamples / fragment.samples;
    r1[3] *= fragment.coveredSamples / fragment.samples;
  }
  const coverageAlpha = state.alphaToCoverage ? encodeFloat(r0[3]) : undefined;
  if (state.alphaToOne) r0[3] = 1;
  const outputs = { none: [], one: [r0], two: [r0, r1], broadcast: new Array<Colour>(8).fill(r0) };
  return {
    exported: outputs[state.outputs].map((colour) => encodeExport(state.conversion, colour)),
    coverageAlpha,
  };
}

function getColourInputs(
  { prolog }: SectionState,
  { primitive, isFront, inputs }: Fragment,
): readonly Colour[] {
  if (prolog === 'none') {
    const t = (primitive % 32) / 32;
    return [0, 1].map(() => [t, 1 - t, t, 1 - t]);
  }
  const side = prolog === 'front' || isFront ? 0 : 2;
  return [[...inputs[side]], [...inputs[side + 1]]];
}

function encodeExport(conversion: SectionState['conversion'], colour: Colour): number[] {
  const [red, green, blue, alpha] = colour;
  const packPairs = (encode: (value: number) => number): number[] => {
    const [low0, high0, low1, high1] = colour.map((value) => encode(value) & 0xffff);
    return [low0 | (high0 << 16), low1 | (high1 << 16)];
  };
  switch (conversion) {
    case 'R32':
      return [red].map(encodeFloat);
    case 'GR32':
      return [red, green].map(encodeFloat);
    case 'AR32':
      return [red, alpha].map(encodeFloat);
    case 'ABGR32':
      return [red, green, blue, alpha].map(encodeFloat);
    case 'FP16_ABGR':
      return packPairs(encodeHalf);
    case 'UNORM16_ABGR':
      return packPairs((value) => Math.round(Math.min(Math.max(value, 0), 1) * 65535));
    case 'SNORM16_ABGR':
      return packPairs((value) => Math.sign(value) * Math.round(Math.min(Math.abs(value), 1) * 32767));
    case 'UINT16_ABGR':
      return packPairs((value) => Math.max(Math.trunc(value), 0));
    case 'SINT16_ABGR':
      return packPairs(Math.trunc);
    default:
      throw new Error(`there is no export with conversion ${conversion}`);
  }
}

function encodeFloat(value: number): number {
  return new Int32Array(new Float32Array([value]).buffer)[0];
}

/** Returns the half-precision bits of a number, which a half must be able to represent exactly. */
function encodeHalf(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const fraction = (Math.abs(value) / 2 ** exponent - 1) * 1024;
  if (!Number.isInteger(fraction)) throw new Error(`${value} cannot be represented as a half`);
  return (value < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | fraction;
}
