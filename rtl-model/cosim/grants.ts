import { COSIM_MESSAGES, type DesignUnit } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import { protocolError } from './read-answer.js';

/** Number of outputs of each kind that the host accepts before it stalls the design. */
const INITIAL_GRANTS = 2;

/** A grant, and the cycle in which the host issues it. */
export interface DueGrant {
  readonly cycle: number;
  readonly name: string;
}

/**
 * Host back-pressure: the host accepts a few outputs of each stallable kind, and grants another a chosen number of cycles after
 * taking one. Without `hold` there is no limit.
 */
export class Grants {
  private readonly left = new Map<string, number>();

  constructor(
    private readonly context: DeviceContext,
    unit: DesignUnit,
    private readonly hold: number | undefined,
  ) {
    if (hold === undefined) return;
    assert(hold >= 0, 'a design is never stalled for a negative time');
    for (const { name, from, units, canWait } of COSIM_MESSAGES)
      if (from === 'design' && canWait === true && units?.includes(unit) === true)
        this.left.set(name, INITIAL_GRANTS);
  }

  /** The lines that give the design its limits before the test starts. */
  get firstLines(): readonly string[] {
    return Array.from(this.left, ([name, count]) => `grant 0 ${name} ${count}`);
  }

  /** Consumes the grant for an output; throws if there is none. */
  use(name: string, line: string): void {
    const left = this.left.get(name);
    if (left === undefined) return;
    if (left === 0) throw protocolError(line, `the host has not granted another "${name}"`);
    this.left.set(name, left - 1);
  }

  /** The next grant for outputs with this name, after one took effect in this cycle; undefined without a limit. */
  nextGrant(name: string): DueGrant | undefined {
    const { left, hold, context } = this;
    if (!left.has(name) || hold === undefined) return undefined;
    assert(left.get(name)! < INITIAL_GRANTS, 'an accepted output was allowed');
    return { name, cycle: context.now + context.choices.choose(CHOICE.DESIGN_HELD, hold + 1) };
  }

  /** Allows the design to send another one. */
  give(name: string): void {
    const left = this.left.get(name)!;
    assert(left < INITIAL_GRANTS, 'no more outputs are granted than were taken');
    this.left.set(name, left + 1);
  }
}
