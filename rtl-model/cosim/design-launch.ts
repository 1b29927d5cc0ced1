import type { DeviceContext } from '../context.js';
import { type CollisionPorts, describeCollision } from '../db/collision.js';
import type { OverlapSet } from '../db/overlap-set.js';
import { computeWaveId } from '../db/wave-ids.js';
import { assert } from '../kernel/assert.js';
import type { Formation } from '../sc/formation.js';
import type { Packer } from '../sc/packer.js';
import type { LaunchQueue } from '../spi/launcher.js';
import type { Wave } from '../wave.js';
import type { DesignBoundary } from './design-boundary.js';
import { makeProtocolError } from './read-answer.js';

/**
 * Forms waves in a packer that gets its ids from a design. The design manages the id window, and is asked for the id of
 * each closed wave.
 */
export class DesignIdFormation implements Formation {
  private closedWave: Wave | undefined;
  private id: number | undefined;

  constructor(
    private readonly context: DeviceContext,
    private readonly packer: number,
    private readonly boundary: DesignBoundary,
    private readonly retry: () => void,
  ) {}

  admits(wave: Wave): boolean {
    if (this.closedWave === undefined) {
      this.closedWave = wave;
      this.boundary.post('packed', this.packer);
    }
    assert(this.closedWave === wave, 'a packer closes one wave at a time');
    return this.id !== undefined;
  }

  describe(wave: Wave, overlapped: OverlapSet, ports: CollisionPorts): void {
    assert(this.closedWave === wave && this.id !== undefined, 'the design has assigned the wave its id');
    assert(wave.slot < 0, 'a wave has an id before it starts');
    wave.id = this.id;
    this.closedWave = undefined;
    this.id = undefined;
    describeCollision(this.context, wave, overlapped, ports);
  }

  getBlocker(wave: Wave): 'id-window' | undefined {
    return this.closedWave === wave ? 'id-window' : undefined;
  }

  /** Called when the design has assigned an id to the closed wave. */
  onNumbered([id]: readonly number[], line: string): void {
    const { idWrap } = this.context.freedoms;
    if (id < 0 || id > idWrap) throw makeProtocolError(line, `ids range from 0 to ${idWrap}`);
    if (this.closedWave === undefined || this.id !== undefined)
      throw makeProtocolError(line, `packer ${this.packer} has no wave waiting for its id`);
    this.id = id;
    this.retry();
  }

  /** Called when the tracker has moved the window. */
  windowMoved(start: number): void {
    assert(start >= 0, "the window's start is a valid sequence number");
    this.boundary.post('window', this.packer, computeWaveId(this.context.freedoms, start));
  }
}

/** One packer's queue of the waves that a design has offered to the launcher. */
export class DesignLaunchQueue implements LaunchQueue {
  readonly waiting: Wave[] = [];

  constructor(
    private readonly packer: Packer,
    private readonly index: number,
    private readonly boundary: DesignBoundary,
    /** Tells the launcher to recheck the queue. */
    private readonly schedule: () => void,
  ) {}

  take(): Wave {
    const wave = this.waiting.shift();
    assert(wave !== undefined, 'the queue is not empty');
    assert(wave.launch.staged, 'only a staged wave can start');
    this.boundary.post('launched', this.index, wave.id);
    return this.packer.take(wave);
  }

  /** Called when the design offers a formed wave. */
  onOffered([id]: readonly number[], line: string): void {
    const wave = this.packer.waiting.find((formed) => formed.id === id && !this.waiting.includes(formed));
    if (wave === undefined) throw makeProtocolError(line, `packer ${this.index} has no wave ${id} to offer`);
    assert(wave.slot < 0 && wave.packer === this.index, 'only a wave waiting at its packer can be offered');
    this.waiting.push(wave);
    this.schedule();
  }
}
