import type { ExportType } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';
import type { ExportSpec } from './spec.js';

/** The outputs of the export arbiter. */
export const CLEAN_ARBITER = {
  /** Whether a later request precedes an earlier one of the same type because its wave is older (P-085). */
  isOlder: (later: number, earlier: number): boolean => later < earlier,
  /** Whether a destination can take no more exports this cycle; `taken` is the correct answer (P-091). */
  isTaken: (taken: boolean): boolean => taken,
};

/** An export that is waiting for a bus. */
export interface ExportRequest {
  readonly type: ExportType;
  /** Index of the buffer that receives the export: the packer for colours, the buffer number for positions, else 0. */
  readonly index: number;
  /** Older waves have lower values. Each wave requests its exports in order (P-085). */
  readonly age: number;
}

/**
 * Grants the buses to exports by type priority, then by age, at most one export per colour or position destination per cycle
 * (P-084, P-085, P-091). Requests of the same wave and type keep their order. The waiting requests are its only state.
 */
export class ExportArbiter<Request extends ExportRequest> {
  /** The waiting requests, in order of arrival. */
  readonly waiting: Request[] = [];

  constructor(
    private readonly spec: ExportSpec,
    readonly outputs = CLEAN_ARBITER,
  ) {}

  /** Queues a request until `step` grants it. */
  request(request: Request): void {
    assert(this.spec.ranks[request.type] >= 0, 'every export type has a rank');
    this.waiting.push(request);
  }

  /**
   * Runs one cycle: removes the granted requests and returns them, highest priority first. If a destination is given,
   * only its requests are considered.
   */
  step(destination?: number): readonly Request[] {
    const { waiting, spec } = this;
    if (waiting.length === 1) return [waiting.pop()!];
    const granted: Request[] = [];
    for (let bus = 0; bus < spec.buses; bus++) {
      const position = this.findBest(granted, destination);
      if (position < 0) break;
      granted.push(waiting[position]);
      waiting.splice(position, 1);
    }
    return granted;
  }

  /**
   * Returns the index of the best request whose destination is not among `granted`, or -1. If `destination` is given,
   * only its requests are considered.
   */
  private findBest(granted: readonly Request[], destination: number | undefined): number {
    const { waiting, outputs } = this;
    let best = -1;
    for (let position = 0; position < waiting.length; position++) {
      const request = waiting[position];
      if (destination !== undefined && request.index !== destination) continue;
      const isServed = granted.some(({ type, index }) => type === request.type && index === request.index);
      if (outputs.isTaken(isServed && this.isExclusive(request.type))) continue;
      if (best < 0 || this.comesBefore(request, waiting[best])) best = position;
    }
    return best;
  }

  private isExclusive(type: ExportType): boolean {
    return this.spec.hasOneWriter || type === 'colour' || type === 'position';
  }

  /** Whether a later request is granted before an earlier one. */
  private comesBefore(later: Request, earlier: Request): boolean {
    const { ranks } = this.spec;
    if (later.type !== earlier.type) return ranks[later.type] < ranks[earlier.type];
    return this.outputs.isOlder(later.age, earlier.age);
  }
}
