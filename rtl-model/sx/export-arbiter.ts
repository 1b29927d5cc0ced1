import type { ExportType } from '../../arch/index.js';
import { CONNECTIONS, FIXED, type FieldRules } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import { type ArbiterOutputs, CLEAN_ARBITER } from './faults.js';
import type { ExportSpec } from './spec.js';

/** One export waiting for a bus. */
export interface ExportRequest {
  readonly type: ExportType;
  /** Packer of its colour buffer, or array of its position buffer. */
  readonly index: number;
  /** Older waves have lower numbers; a wave's exports are requested in order (P-085). */
  readonly age: number;
}

/**
 * Grants exports their bus: by type priority, then age, with one writer per destination and cycle (P-084, P-085, P-091).
 * Requests of one wave and type keep their order. Plain state: the waiting requests.
 */
export class ExportArbiter<Request extends ExportRequest> {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<ExportArbiter<ExportRequest>> = {
    ...CONNECTIONS,
    spec: FIXED,
    waiting: {
      why: 'an instruction is represented by its position; without faults the oldest wave is granted first, regardless of arrival',
      write: (
        waiting: readonly (ExportRequest & { wave: Wave; instruction: { index: number } })[],
        walk,
        owner,
      ) => {
        walk.hash.word(waiting.length);
        const { isOlder } = owner.outputs;
        const isClean = isOlder === CLEAN_ARBITER.isOlder;
        const inOrder = isClean ? [...waiting].sort((a, b) => a.age - b.age) : waiting;
        for (const { wave, instruction, ...request } of inOrder) {
          walk.wave(wave);
          walk.hash.word(instruction.index);
          for (const value of Object.values(request)) walk.value(value);
        }
      },
    },
  };

  /** In order of arrival. */
  readonly waiting: Request[] = [];

  constructor(
    private readonly spec: ExportSpec,
    private readonly outputs: ArbiterOutputs,
  ) {}

  /** Accepts a request; `step` grants it. */
  request(request: Request): void {
    assert(this.spec.ranks[request.type] >= 0, 'every export type has a rank');
    this.waiting.push(request);
  }

  /** One cycle: removes and returns the grants, best first; empty if nothing waits. With a destination, only its requests. */
  step(destination?: number): readonly Request[] {
    const { waiting, spec } = this;
    if (waiting.length === 1) return [waiting.pop()!];
    const granted: Request[] = [];
    for (let bus = 0; bus < spec.buses; bus++) {
      const at = this.best(granted, destination);
      if (at < 0) break;
      granted.push(waiting[at]);
      waiting.splice(at, 1);
    }
    return granted;
  }

  /** Index of the best request whose destination is not among `granted`, or -1; only for `destination` if given. */
  private best(granted: readonly Request[], destination: number | undefined): number {
    const { waiting, outputs } = this;
    let best = -1;
    for (let at = 0; at < waiting.length; at++) {
      const request = waiting[at];
      if (destination !== undefined && request.index !== destination) continue;
      const isServed = granted.some(({ type, index }) => type === request.type && index === request.index);
      if (outputs.isTaken(isServed)) continue;
      if (best < 0 || this.precedes(request, waiting[best])) best = at;
    }
    return best;
  }

  /** Whether a later request is granted before an earlier one. */
  private precedes(later: Request, earlier: Request): boolean {
    const { ranks } = this.spec;
    if (later.type !== earlier.type) return ranks[later.type] < ranks[earlier.type];
    return this.outputs.isOlder(later.age, earlier.age);
  }
}
