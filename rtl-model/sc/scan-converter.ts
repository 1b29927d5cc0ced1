import { QUAD_COLUMNS } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { eventOf, UNIT } from '../context.js';
import type { DrawPlan } from '../spi/draw-plan.js';
import type { Packer } from './packer.js';
import { Rasteriser } from './rasterise.js';
import { makeRegionMap, type RegionMap } from './regions.js';

/** Values that one primitive has in `Draw.vertices`. */
const VERTEX_VALUES = 6;

/** Walks draws and primitives in API order and hands their quads to the packers that own them (P-016, P-059). */
export class ScanConverter {
  private drawIndex = 0;
  private primitive = 0;
  private quad = 0;
  private begun = false;
  private scheduled = false;
  private rasteriser!: Rasteriser;
  private readonly region: RegionMap;

  constructor(
    private readonly context: DeviceContext,
    private readonly plans: readonly DrawPlan[],
    private readonly packers: readonly Packer[],
  ) {
    this.region = makeRegionMap(context.freedoms);
  }

  /** All draws went through. */
  get finished(): boolean {
    return this.drawIndex >= this.plans.length;
  }

  /** Goes on with the next cycle, unless it already will. */
  resume(): void {
    if (this.scheduled || this.finished) return;
    this.scheduled = true;
    this.context.wheel.schedule(1, eventOf(UNIT.SCAN, 0));
  }

  /** `SCAN` event: as many quads as one cycle allows; stops where a packer cannot take its quad. */
  step(): void {
    this.scheduled = false;
    let budget = this.context.freedoms.quadsPerCycle;
    while (budget > 0 && !this.finished) {
      const plan = this.plans[this.drawIndex];
      if (!this.begun) this.beginDraw(plan);
      if (this.quad < this.rasteriser.quadCount) {
        if (!this.offerQuad(plan)) return;
        budget--;
      } else if (this.primitive < plan.draw.vertices.length / VERTEX_VALUES) {
        this.beginPrimitive(plan);
      } else {
        this.endDraw(plan);
      }
    }
    this.resume();
  }

  private offerQuad(plan: DrawPlan): boolean {
    const { quads } = this.rasteriser;
    const at = this.quad * QUAD_COLUMNS;
    if (!this.packers[this.region(quads[at], quads[at + 1])].accept(plan, quads, at)) return false;
    this.quad++;
    return true;
  }

  private beginDraw(plan: DrawPlan): void {
    this.begun = true;
    this.primitive = 0;
    this.quad = 0;
    this.rasteriser = new Rasteriser(plan.draw.width, plan.draw.height, plan.draw.samples);
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'draw-begin', cycle: now, draw: plan.index });
  }

  private beginPrimitive(plan: DrawPlan): void {
    const primitive = plan.firstPrimitive + this.primitive;
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'primitive', cycle: now, draw: plan.index, primitive });
    this.rasteriser.rasterise(plan.draw.vertices, this.primitive * VERTEX_VALUES, primitive);
    this.primitive++;
    this.quad = 0;
  }

  private endDraw(plan: DrawPlan): void {
    for (const packer of this.packers) packer.endDraw();
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'draw-end', cycle: now, draw: plan.index });
    this.begun = false;
    this.drawIndex++;
  }
}
