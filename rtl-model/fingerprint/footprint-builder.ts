import { setting } from '../../transactions/index.js';
import { haveWideEffects } from '../fault-reach.js';
import type { Units } from '../units.js';
import type { Wave } from '../wave.js';
import { type Footprint, nameOf } from './parts.js';

const AT_MESSAGE = setting('exitAdvance', 'message');

/** Read by every event, so an event that writes it commutes with none. */
const DEVICE = 'device';

/** Collects what one event touches, including the consequences of exits and releases. */
export class FootprintBuilder implements Footprint {
  readonly reads = new Set<string>([DEVICE]);
  readonly writes = new Set<string>();
  readonly adds = new Set<string>();
  readonly needs = new Set<string>();

  constructor(readonly units: Units) {}

  recordPoll(packer: number): void {
    this.reads.add(`shown ${packer}`);
  }

  /** A wave releases its resources, for other launches; a packer or a draw may wait for its end. */
  recordRelease(wave: Wave): void {
    const { scan, packers, launcher, context } = this.units;
    this.adds.add(`held ${nameOf(wave)}`);
    this.reads.add('blocked');
    const isAwaited = packers.some(({ waiting }) => waiting.length > 0) && !launcher.isScheduled;
    const mayResume = context.scenario.draws.length > 1 || wave.plan.ordering.drains;
    const resumes = (mayResume && !scan.finished) || this.isBlocked || this.hasWideFaults;
    if (isAwaited || resumes) this.writes.add('packers');
    if (resumes) this.writes.add('blocked');
  }

  /** Whether a wave's exit counts as soon as its message arrives. */
  get countsExitsAtMessage(): boolean {
    return this.units.context.freedoms.exitAdvance === AT_MESSAGE;
  }

  get isBlocked(): boolean {
    return this.units.packers.some(({ waits }) => waits);
  }

  /** Faults may add to the effects of launches, wakes, ends and exits. */
  get hasWideFaults(): boolean {
    return haveWideEffects(this.units.context.scenario.faults);
  }

  /** A wave's exit counts and its waiters are notified; since GFX11 their exits may count as well. */
  recordExit(wave: Wave): void {
    const name = nameOf(wave);
    this.writes.add(`exits ${wave.packer}`).add(`left ${name}`).add(`section ${name}`);
    this.reads.add('blocked');
    if (this.units.context.facts.exitsByExport) this.writes.add(`shown ${wave.packer}`);
    if (this.isBlocked) this.writes.add('packers').add('blocked');
    for (const younger of wave.overlap.dependents) {
      this.adds.add(`gate ${nameOf(younger)}`);
      if (younger.section.messageArrived) this.recordExit(younger);
    }
  }

  /** The fallback for anything not analysed further. */
  recordEverything(): void {
    this.writes.add(DEVICE);
  }
}
