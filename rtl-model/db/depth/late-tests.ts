import { type Gfx, getRegisterOrZero, usesAlphaToCoverage } from '../../../arch/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../../transactions/index.js';
import type { DeviceContext } from '../../context.js';
import { assert } from '../../kernel/assert.js';
import {
  copyExport,
  type PendingExport,
  readDepthExport,
  WORDS_PER_LANE,
} from '../../rb/exported-colours.js';
import { computeAlphaCoverage } from '../../rb/output-merger.js';
import { MASK_BITS } from '../../sc/spec.js';
import type { DrawPlan } from '../../spi/draw-plan.js';
import type { DrivenExport } from '../../sx/export-data.js';
import type { DepthBuffer } from './depth-buffer.js';
import { type DepthPlan, EARLY } from './depth-plan.js';
import { getVisibleFace, type StencilFace } from './depth-state.js';
import { testFragment } from './early-tests.js';

/** The inputs of a wave's late tests. The wave's registers may already have been freed when the tests run. */
export interface LateWave {
  /** The wave's number. */
  readonly number: number;
  readonly plan: DrawPlan;
  readonly tests: DepthPlan;
  readonly quads: Int32Array;
  /** The lanes that were active at the wave's last export. All other lanes have been discarded. */
  readonly activeLanes: Int32Array;
  /** The depths exported through MRTZ, by lane, as float bits. Undefined if the shader exports none. */
  depth: Int32Array | undefined;
  /** The stencil values exported through MRTZ, by lane. Undefined if the shader exports none. */
  stencil: Int32Array | undefined;
  /** The coverage masks exported through MRTZ, by lane. Undefined if the shader exports none. */
  mask: Int32Array | undefined;
  /** The exports that carry data, kept only if alpha determines coverage. */
  readonly exports: PendingExport[];
  /** Whether the wave has ended and its exports are done. */
  ready: boolean;
}

/**
 * Stores the parts of an export that the late tests need: the active lanes, the MRTZ values that the draw uses, and the
 * data for alpha coverage.
 */
export function recordExport(gfx: Gfx, wave: LateWave, driven: DrivenExport, isMrtz: boolean): void {
  const lanes = (4 * wave.quads.length) / QUAD_COLUMNS;
  const { length } = driven.data;
  assert(length === 0 || length >= WORDS_PER_LANE * lanes, 'an export covers every fragment');
  wave.activeLanes[0] = driven.lanesLo;
  wave.activeLanes[1] = driven.lanesHi;
  const { registers } = wave.plan.draw;
  if (driven.data.length > 0 && usesAlphaToCoverage(gfx, registers)) wave.exports.push(copyExport(driven));
  if (!isMrtz) return;
  const { tests } = wave;
  const format = getRegisterOrZero(registers, 'SPI_SHADER_Z_FORMAT');
  if (tests.exportsDepth)
    wave.depth = readDepthExport(driven.operation, driven.data, format, 'depth') ?? wave.depth;
  if (tests.exportsStencilReference || tests.exportsStencilOperand)
    wave.stencil = readDepthExport(driven.operation, driven.data, format, 'stencil') ?? wave.stencil;
  if (tests.exportsMask)
    wave.mask = readDepthExport(driven.operation, driven.data, format, 'mask') ?? wave.mask;
}

/**
 * Returns the samples of a quad that still need testing: those in active lanes that neither the exported mask nor alpha
 * has removed.
 */
export function getRemainingSamples(
  context: Pick<DeviceContext, 'gfx' | 'lanes'>,
  wave: LateWave,
  quad: number,
): readonly [mask01: number, mask23: number] {
  const masks: [number, number] = [0, 0];
  assert(quad * QUAD_COLUMNS < wave.quads.length, 'the quad belongs to the wave');
  for (let fragment = 0; fragment < 4; fragment++) {
    const lane = quad * 4 + fragment;
    if (((wave.activeLanes[lane >> 5] >>> (lane & 31)) & 1) === 0) continue;
    const remaining = getCoveredSamples(wave, quad, fragment) & (wave.mask?.[lane] ?? -1);
    if (remaining === 0) continue;
    const alphaMask = computeAlphaCoverage(context, wave.plan, wave.exports, wave.quads, lane);
    masks[fragment >> 1] |= (remaining & alphaMask) << getMaskShift(fragment);
  }
  return masks;
}

/** Tests the samples of one quad of a wave, writes the results, and returns the masks of the samples that passed. */
export function resolveQuad(
  buffer: DepthBuffer,
  wave: LateWave,
  quad: number,
): readonly [mask01: number, mask23: number] {
  const masks: [number, number] = [0, 0];
  assert(quad * QUAD_COLUMNS < wave.quads.length, 'the resolved quad belongs to the wave');
  for (let fragment = 0; fragment < 4; fragment++) {
    const passed = resolveFragment(buffer, wave, quad, fragment);
    masks[fragment >> 1] |= passed << getMaskShift(fragment);
  }
  return masks;
}

function getCoveredSamples({ quads }: LateWave, quad: number, fragment: number): number {
  const column = fragment < 2 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23;
  return (quads[quad * QUAD_COLUMNS + column] >>> getMaskShift(fragment)) & 0xffff;
}

function getMaskShift(fragment: number): number {
  return (fragment & 1) * MASK_BITS;
}

function resolveFragment(buffer: DepthBuffer, wave: LateWave, quad: number, fragment: number): number {
  const { quads, plan, tests } = wave;
  const [offset, lane] = [quad * QUAD_COLUMNS, quad * 4 + fragment];
  const primitive = quads[offset + QUAD_COLUMN.PRIMITIVE] - plan.firstPrimitive;
  assert(primitive >= 0 && primitive < plan.draw.depths.length, 'the primitive belongs to the draw');
  const z = wave.depth === undefined ? Math.fround(plan.draw.depths[primitive]) : toFloat(wave.depth[lane]);
  const face = makeExportedFace(getVisibleFace(tests.state, plan.draw, primitive), wave, lane);
  const { samples } = plan.sampling;
  const sampleIndex = (bit: number): number => buffer.at(quads, offset, fragment, samples, bit);
  const tested = { mode: EARLY.WRITE, state: tests.state, samples, face, z };
  return testFragment(buffer, getCoveredSamples(wave, quad, fragment), sampleIndex, tested);
}

/** Returns the face's stencil state with the reference (low byte) and operand (second byte) exported by the shader. */
function makeExportedFace(face: StencilFace, { tests, stencil }: LateWave, lane: number): StencilFace {
  if (stencil === undefined) return face;
  const exported = stencil[lane];
  return {
    ...face,
    reference: tests.exportsStencilReference ? exported & 0xff : face.reference,
    operand: tests.exportsStencilOperand ? (exported >>> 8) & 0xff : face.operand,
  };
}

const BITS = new Int32Array(1);
const FLOAT = new Float32Array(BITS.buffer);

function toFloat(bits: number): number {
  BITS[0] = bits;
  return FLOAT[0];
}
