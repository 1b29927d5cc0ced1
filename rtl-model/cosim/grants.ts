import { COSIM_MESSAGES, type DesignUnit } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import { makeProtocolError } from './read-answer.js';

/** The number of outputs of each kind that the host accepts at first. */
const INITIAL_GRANTS = 2;

/** A grant, with the cycle in which the host issues it. */
export interface DueGrant {
  readonly cycle: number;
  readonly name: string;
}

/**
 * The host's back-pressure on a design. At first, the host accepts `INITIAL_GRANTS` outputs of each kind that can be
 * stalled. Each time it accepts one, it issues another grant after a delay of its choosing, up to `maxStall` cycles. If
 * `maxStall` is undefined, there is no limit.
 */
export class Grants {
  private readonly remaining = new Map<string, number>();

  constructor(
    private readonly context: DeviceContext,
    unit: DesignUnit,
    private readonly maxStall: number | undefined,
  ) {
    if (maxStall === undefined) return;
    assert(maxStall >= 0, 'the maximum stall is not negative');
    for (const { name, from, units, usesCredits } of COSIM_MESSAGES)
      if (from === 'design' && usesCredits === true && units?.includes(unit) === true)
        this.remaining.set(name, INITIAL_GRANTS);
  }

  /** The initial grants, sent to the design before the test starts. */
  get initialLines(): readonly string[] {
    return Array.from(this.remaining, ([name, count]) => `grant 0 ${name} ${count}`);
  }

  /** Uses up the grant for an output. Throws `DesignError` if there is none. */
  use(name: string, line: string): void {
    const remaining = this.remaining.get(name);
    if (remaining === undefined) return;
    if (remaining === 0) throw makeProtocolError(line, `the host has not granted another "${name}"`);
    this.remaining.set(name, remaining - 1);
  }

  /**
   * Returns the grant to issue for an output that takes effect in this cycle, or undefined if outputs with this name
   * are not limited.
   */
  nextGrant(name: string): DueGrant | undefined {
    const { remaining, maxStall, context } = this;
    if (!remaining.has(name) || maxStall === undefined) return undefined;
    assert(remaining.get(name)! < INITIAL_GRANTS, 'an accepted output has used up a grant');
    return { name, cycle: context.now + context.choices.choose(CHOICE.DESIGN_HELD, maxStall + 1) };
  }

  /** Allows the design to send another output with the given name. */
  issue(name: string): void {
    const remaining = this.remaining.get(name)!;
    assert(remaining < INITIAL_GRANTS, 'grants never exceed the initial number');
    this.remaining.set(name, remaining + 1);
  }
}
