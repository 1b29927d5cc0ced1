import { setting } from '../../transactions/index.js';
import { haveWideEffects } from '../fault-reach.js';
import type { Units } from '../units.js';
import type { Wave } from '../wave.js';
import { type Footprint, formatWaveKey } from './parts.js';

const AT_MESSAGE = setting('exitAdvance', 'message');

/** The part that every event reads, so that an event that writes it does not commute with any other. */
const DEVICE = 'device';

/** Collects the parts of the state that an event touches, directly or as a consequence of exits and releases. */
export class FootprintBuilder implements Footprint {
  readonly reads = new Set<string>([DEVICE]);
  readonly writes = new Set<string>();
  readonly additions = new Set<string>();
  readonly required = new Set<string>();

  constructor(readonly units: Units) {}

  /** Records that a wave polls a packer's exiting id. */
  recordPoll(packer: number): void {
    this.reads.add(`visible ${packer}`);
  }

  /**
   * Records that a wave releases its resources. This may allow other waves to form or launch, because a packer or a
   * draw may be waiting for the wave to end.
   */
  recordRelease(wave: Wave): void {
    const { scan, packers, launcher, context } = this.units;
    this.additions.add(`held ${formatWaveKey(wave)}`);
    this.reads.add('blocked');
    const isAwaited = packers.some(({ waiting }) => waiting.length > 0) && !launcher.isScheduled;
    const mayResume = context.scenario.draws.length > 1 || wave.plan.ordering.drains;
    const resumes = (mayResume && !scan.finished) || this.isBlocked || this.hasFarReachingFaults;
    if (isAwaited || resumes) this.writes.add('packers');
    if (resumes) this.writes.add('blocked');
  }

  /** Whether an exit is counted as soon as its message arrives. */
  get countsExitOnMessage(): boolean {
    return this.units.context.freedoms.exitAdvance === AT_MESSAGE;
  }

  /** Whether any packer must wait. */
  get isBlocked(): boolean {
    return this.units.packers.some(({ isWaiting }) => isWaiting);
  }

  /** Whether any active fault may cause launches, wakes, exits or the end of a wave to have additional effects. */
  get hasFarReachingFaults(): boolean {
    return haveWideEffects(this.units.context.scenario.faults);
  }

  /**
   * Records that a wave's exit is counted and that the waves waiting for it are notified. On GFX11 and later, their
   * exits may then be counted as well.
   */
  recordExit(wave: Wave): void {
    const name = formatWaveKey(wave);
    this.writes.add(`exits ${wave.packer}`).add(`exited ${name}`).add(`section ${name}`);
    this.reads.add('blocked');
    if (this.units.context.facts.exitsByExport) this.writes.add(`visible ${wave.packer}`);
    if (this.isBlocked) this.writes.add('packers').add('blocked');
    for (const younger of wave.overlap.dependents) {
      this.additions.add(`gate ${formatWaveKey(younger)}`);
      if (younger.section.messageArrived) this.recordExit(younger);
    }
  }

  /** Records that the event touches everything. This is the fallback for whatever is not analysed in more detail. */
  recordEverything(): void {
    this.writes.add(DEVICE);
  }
}
