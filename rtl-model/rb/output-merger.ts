import {
  blendColour,
  type ColourFormat,
  decodeBlend,
  EXPORT_TARGET,
  findRegisterField,
  getCoverageAlphaTarget,
  getRegisterOrZero,
  packColour,
  unpackColour,
  usesAlphaToCoverage,
} from '../../arch/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import { MASK_BITS } from '../sc/spec.js';
import type { DrawPlan } from '../spi/draw-plan.js';
import type { DrivenExport } from '../sx/export-data.js';
import type { Wave } from '../wave.js';
import { ColourBuffer } from './colour-buffer.js';
import { copyExport, type PendingExport, readDepthExport, readLaneColour } from './exported-colours.js';

/** The enable bit of DB_ALPHA_TO_MASK. */
const ENABLE = 1;
/** Lowest bit of the offsets in DB_ALPHA_TO_MASK, which have two bits per pixel of a quad. */
const OFFSET_LOW = 8;
/** The rounding bit of DB_ALPHA_TO_MASK. */
const OFFSET_ROUND = 1 << 16;

/**
 * Returns the mask of the samples that alpha-to-coverage keeps for one pixel of a quad, or all ones if it is off. The
 * number of samples kept is `floor(alpha * samples + offset / 4)`, capped at `samples`. `offset` is the pixel's 2-bit
 * offset, plus 0.5 if OFFSET_ROUND is set.
 */
export function getAlphaMask(register: number, alpha: number, samples: number, quadPixel: number): number {
  if ((register & ENABLE) === 0) return -1;
  const offset = (register >>> (OFFSET_LOW + 2 * quadPixel)) & 3;
  const round = (register & OFFSET_ROUND) === 0 ? 0 : 0.5;
  const keptCount = Math.floor(Math.max(alpha, 0) * samples + (offset + round) / 4);
  return (1 << Math.min(keptCount, samples)) - 1;
}

const SCRATCH_COLOUR = new Float64Array(4);

/**
 * Returns the coverage mask of the samples kept by a lane's alpha, or all ones if alpha is not used or not exported.
 * In a coarse fragment, each pixel uses its own position within its 2x2 block of screen pixels.
 */
export function computeAlphaCoverage(
  context: Pick<DeviceContext, 'gfx' | 'lanes'>,
  { draw: { registers }, sampling: { samples } }: DrawPlan,
  exports: readonly PendingExport[],
  quads: Int32Array,
  lane: number,
): number {
  if (!usesAlphaToCoverage(context.gfx, registers)) return -1;
  const alpha = findAlpha(context, registers, exports, lane);
  if (alpha === undefined) return -1;
  const register = getRegisterOrZero(registers, 'DB_ALPHA_TO_MASK');
  const rate = quads[(lane >> 2) * QUAD_COLUMNS + QUAD_COLUMN.RATE];
  const pixels = 1 << ((rate & 3) + (rate >> 2));
  assert(pixels * samples <= 16, 'the mask has a bit for every sample of the fragment');
  let mask = 0;
  for (let pixel = 0; pixel < pixels; pixel++)
    mask |= getAlphaMask(register, alpha, samples, getIndexInBlock(rate, lane, pixel)) << (pixel * samples);
  return mask;
}

/** Returns the alpha that determines a lane's coverage, or undefined if its target is not exported. */
function findAlpha(
  { gfx, lanes }: Pick<DeviceContext, 'gfx' | 'lanes'>,
  registers: DrawPlan['draw']['registers'],
  exports: readonly PendingExport[],
  lane: number,
): number | undefined {
  const { MRTZ } = EXPORT_TARGET;
  const depth = exports.find(({ target }) => target === MRTZ);
  const usesDepth = depth !== undefined && getCoverageAlphaTarget(gfx, registers, true) === MRTZ;
  const used = usesDepth ? [{ ...depth, target: 0 }] : exports;
  const formats = getRegisterOrZero(registers, usesDepth ? 'SPI_SHADER_Z_FORMAT' : 'SPI_SHADER_COL_FORMAT');
  return readLaneColour(gfx, used, formats, 0, lanes, lane, SCRATCH_COLOUR) ? SCRATCH_COLOUR[3] : undefined;
}

/**
 * Returns the index of a fragment's pixel within its 2x2 block of screen pixels. For single-pixel fragments, this
 * follows from the lane.
 */
function getIndexInBlock(rate: number, lane: number, pixel: number): number {
  const rateX = rate & 3;
  const column = rateX === 0 ? lane & 1 : pixel & 1;
  const row = rate >> 2 === 0 ? (lane >> 1) & 1 : (pixel >> rateX) & 1;
  return column | (row << 1);
}

/** Returns a wave's exported sample masks, by lane, or undefined if the draw does not use them or there are none. */
function findExportedMasks(
  { gfx }: DeviceContext,
  { draw: { registers } }: DrawPlan,
  exports: readonly PendingExport[],
): Int32Array | undefined {
  if (findRegisterField(gfx, registers, 'DB_SHADER_CONTROL.MASK_EXPORT_ENABLE') !== 1) return undefined;
  const format = getRegisterOrZero(registers, 'SPI_SHADER_Z_FORMAT');
  const maskExport = exports.find(({ target }) => target === EXPORT_TARGET.MRTZ);
  return maskExport && readDepthExport(maskExport, maskExport.data, format, 'mask');
}

/** A wave whose colours have not been merged yet. */
interface UnmergedWave {
  readonly number: number;
  readonly plan: DrawPlan;
  /** The quads, with the samples that passed the late tests. */
  quads: Int32Array;
  readonly exports: PendingExport[];
  /** EXEC at the last export. The other lanes have been discarded. */
  lanesLo: number;
  lanesHi: number;
  isFinished: boolean;
}

/** The merge order of waves: each packer queues its waves in the order they were formed. */
export const CLEAN_MERGE = {
  /** Adds a formed wave to a packer's queue. */
  enqueue: (queue: UnmergedWave[], wave: UnmergedWave): void => {
    queue.push(wave);
  },
};

/** The colours of the pixel being merged: the export's, its second source, and the buffer's. */
const [COLOUR, SECOND_COLOUR, STORED_COLOUR] = [
  new Float64Array(4),
  new Float64Array(4),
  new Float64Array(4),
];

/**
 * Writes exported colours to the colour buffers in each packer's formation order. A pixel belongs to a single packer,
 * so its colours are merged in primitive order (P-062).
 */
export class OutputMerger {
  private readonly buffers: readonly ColourBuffer[];
  private readonly queues: readonly UnmergedWave[][];
  private readonly byWave = new Map<number, UnmergedWave>();
  private readonly outputs: typeof CLEAN_MERGE;

  constructor(
    private readonly context: DeviceContext,
    size: { readonly width: number; readonly height: number; readonly samples: number },
    formats: readonly ColourFormat[],
  ) {
    this.outputs = context.outputs(CLEAN_MERGE);
    const { width, height, samples } = size;
    this.buffers = formats.map((format) => new ColourBuffer(format, width, height, samples, context.memory));
    this.queues = Array.from({ length: context.freedoms.packers }, () => []);
  }

  /** Called when a wave has been formed. */
  formed({ number, packer, plan, quads, quadCount }: Wave): void {
    assert(!this.byWave.has(number), 'a wave is formed only once');
    assert(quadCount > 0, 'every wave has quads');
    const wave: UnmergedWave = {
      number,
      plan,
      quads: quads.slice(0, quadCount * QUAD_COLUMNS),
      exports: [],
      lanesLo: 0,
      lanesHi: 0,
      isFinished: false,
    };
    this.outputs.enqueue(this.queues[packer], wave);
    this.byWave.set(number, wave);
  }

  /** Called when an export of the wave is driven onto the bus. Exports of background waves are not merged. */
  exported({ number }: Wave, driven: DrivenExport): void {
    const wave = this.byWave.get(number);
    if (wave === undefined) return;
    wave.lanesLo = driven.lanesLo;
    wave.lanesHi = driven.lanesHi;
    assert(!wave.isFinished, 'a wave exports nothing after it is merged');
    if (driven.data.length !== 0) wave.exports.push(copyExport(driven));
  }

  /** Replaces the wave's quads with copies that contain only the samples that passed the late tests. */
  tested(number: number, quads: Int32Array): void {
    const wave = this.byWave.get(number);
    assert(wave !== undefined, 'a wave is tested before it is merged');
    assert(wave.quads.length === quads.length, 'tests never remove quads');
    wave.quads = quads;
  }

  /** Called when the wave has ended and its exports and tests are complete. */
  finished(number: number, packer: number): void {
    const wave = this.byWave.get(number);
    assert(wave !== undefined, 'only a formed wave can finish');
    this.byWave.delete(number);
    assert(!wave.isFinished, 'a wave finishes only once');
    assert(this.queues[packer].includes(wave), "the wave is in its packer's queue");
    wave.isFinished = true;
    const queue = this.queues[packer];
    while (queue.length > 0 && queue[0].isFinished) this.merge(queue.shift()!);
  }

  /** Whether every wave has been merged. */
  get isIdle(): boolean {
    return this.queues.every((queue) => queue.length === 0);
  }

  /** Reports the final contents of the buffers. */
  dump(): void {
    const { sink, now } = this.context;
    if (!sink) return;
    for (const [target, { format, width, height, samples, words }] of this.buffers.entries()) {
      sink({ kind: 'colour-dumped', cycle: now, target, format, width, height, samples, words });
    }
  }

  private merge(wave: UnmergedWave): void {
    assert(wave.isFinished, 'a wave is merged only after it has ended');
    assert(!this.byWave.has(wave.number), 'a wave is merged only once');
    const lanes = (wave.quads.length / QUAD_COLUMNS) * 4;
    assert(lanes <= this.context.lanes, "a wave's quads fit in its lanes");
    const masks = findExportedMasks(this.context, wave.plan, wave.exports);
    for (let lane = 0; lane < lanes; lane++) {
      const liveLanes = lane < 32 ? wave.lanesLo >>> lane : wave.lanesHi >>> (lane - 32);
      if ((liveLanes & 1) !== 0) this.mergeLane(wave, lane, masks?.[lane] ?? -1);
    }
  }

  private mergeLane(wave: UnmergedWave, lane: number, exportedMask: number): void {
    const offset = (lane >> 2) * QUAD_COLUMNS;
    const masks = wave.quads[offset + ((lane & 2) === 0 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23)];
    let mask = (masks >>> ((lane & 1) * MASK_BITS)) & exportedMask & 0xffff;
    if (mask !== 0) mask &= computeAlphaCoverage(this.context, wave.plan, wave.exports, wave.quads, lane);
    if (mask === 0) return;
    for (const target of this.buffers.keys()) this.mergeTarget(wave, lane, target, mask);
  }

  private mergeTarget(
    { plan, exports, quads }: UnmergedWave,
    lane: number,
    target: number,
    mask: number,
  ): void {
    const { gfx, lanes } = this.context;
    const { registers } = plan.draw;
    const formats = getRegisterOrZero(registers, 'SPI_SHADER_COL_FORMAT');
    const writeMask =
      (getRegisterOrZero(registers, 'CB_TARGET_MASK') & getRegisterOrZero(registers, 'CB_SHADER_MASK')) >>>
      (4 * target);
    if ((writeMask & 0xf) === 0) return;
    const blend = decodeBlend(getRegisterOrZero(registers, `CB_BLEND${target}_CONTROL`));
    for (let bits = mask; bits !== 0; bits &= bits - 1) {
      if (!readLaneColour(gfx, exports, formats, target, lanes, lane, COLOUR)) return;
      const bit = 31 - Math.clz32(bits & -bits);
      const texel = this.findTexel(quads, lane, bit, plan.sampling.samples, target);
      const { format, words } = this.buffers[target];
      unpackColour(format, words, texel, STORED_COLOUR);
      if (blend !== undefined) {
        readLaneColour(gfx, exports, formats, 1, lanes, lane, SECOND_COLOUR);
        blendColour(gfx, format, blend, COLOUR, SECOND_COLOUR, STORED_COLOUR);
      }
      for (let i = 0; i < 4; i++) if (((writeMask >>> i) & 1) === 0) COLOUR[i] = STORED_COLOUR[i];
      packColour(format, COLOUR, words, texel);
    }
  }

  /** Returns the index of the first word of the texel for the given coverage bit of a lane. */
  private findTexel(quads: Int32Array, lane: number, bit: number, samples: number, target: number): number {
    const offset = (lane >> 2) * QUAD_COLUMNS;
    const rate = quads[offset + QUAD_COLUMN.RATE];
    const [rateX, rateY] = [rate & 3, rate >> 2];
    const pixel = Math.floor(bit / samples);
    const x = quads[offset + QUAD_COLUMN.X] + ((lane & 1) << rateX) + (pixel & ((1 << rateX) - 1));
    const y = quads[offset + QUAD_COLUMN.Y] + (((lane >> 1) & 1) << rateY) + (pixel >> rateX);
    return this.buffers[target].at(x, y, bit % samples);
  }
}
