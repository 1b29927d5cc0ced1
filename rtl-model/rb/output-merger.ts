import {
  blendColour,
  type ColourFormat,
  decodeBlend,
  getRegisterOrZero,
  packColour,
  unpackColour,
} from '../../arch/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import { MASK_BITS } from '../sc/spec.js';
import type { DrawPlan } from '../spi/draw-plan.js';
import type { DrivenExport } from '../sx/export-data.js';
import type { Wave } from '../wave.js';
import { computeAlphaCoverage } from './alpha-coverage.js';
import { ColourBuffer } from './colour-buffer.js';
import { copyExport, type PendingExport, readLaneColour } from './exported-colours.js';
import { findExportedMasks } from './exported-mask.js';
import { CLEAN_MERGE, MERGE_FAULTS, type MergeOutputs } from './faults.js';

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
  private readonly outputs: MergeOutputs;

  constructor(
    private readonly context: DeviceContext,
    size: { readonly width: number; readonly height: number; readonly samples: number },
    formats: readonly ColourFormat[],
  ) {
    this.outputs = context.outputs(CLEAN_MERGE, MERGE_FAULTS);
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
