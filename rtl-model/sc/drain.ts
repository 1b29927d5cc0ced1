import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import type { OverlapTracker } from '../db/overlap-tracker.js';
import type { PackerView } from '../db/packer-view.js';
import type { DrawPlan } from '../spi/draw-plan.js';
import type { Wave } from '../wave.js';
import { BUG_EFFECTS } from './spec.js';

/**
 * Stalls a packer until older waves have ended, where the draw or the chip requires that. If the draw does not drain,
 * the chip's hardware bug may instead stall the packer forever (S-129).
 */
export class Drain {
  private isDraining = false;
  /** Whether the hardware bug has hung the packer. */
  isStuck = false;
  /** Whether the hardware bug hangs the packer in this run. If not, it makes the packer miss overlaps. */
  private bugHangs: boolean | undefined;

  constructor(
    private readonly context: DeviceContext,
    private readonly overlap: OverlapTracker,
    private readonly view: PackerView,
    /** Whether all waves that a drain waits for have ended. */
    private readonly hasDrained: () => boolean,
  ) {}

  /**
   * For draws that do not drain, chooses the effect of the hardware bug on the selected quad: none, a missed overlap,
   * or a hang (S-129).
   */
  chooseBugOutcome(forming: Wave | undefined): 'none' | 'missed' | 'stuck' {
    if (!this.overlap.overlapsOther(forming?.sequence ?? -1, this.view)) return 'none';
    const { choices } = this.context;
    if (choices.choose(CHOICE.MISSED_OVERLAP, 2) === 0) return 'none';
    this.bugHangs ??= choices.choose(CHOICE.MISSED_OVERLAP, BUG_EFFECTS) === 0;
    this.isStuck = this.bugHangs;
    return this.bugHangs ? 'stuck' : 'missed';
  }

  /**
   * Whether the packer must drain on overlap: once a quad overlaps an unfinished wave, no quad proceeds until all
   * waves have ended (U19).
   */
  isNeeded({ ordering }: DrawPlan, forming: Wave | undefined): boolean {
    if (!ordering.drains) return false;
    const { overlap } = this;
    if (overlap.overlapsOther(forming?.sequence ?? -1, this.view)) this.isDraining = true;
    if (ordering.holdsPartialWaves && forming !== undefined && overlap.collides(forming))
      this.isDraining = true;
    if (forming === undefined && this.hasDrained()) this.isDraining = false;
    return this.isDraining;
  }

  /** Whether a drain should hold the partial wave, so only full waves leave the packer (pops.md 9, stalled mode). */
  holdsBack(wave: Wave): boolean {
    return wave.plan.ordering.holdsPartialWaves && this.isDraining;
  }
}
