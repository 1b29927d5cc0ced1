import { SIMDS_PER_WGP } from '../../../arch/index.js';
import type { CodeLineServed, Freedoms } from '../../../transactions/index.js';
import { formatCount, NEVER } from '../../kit.js';
import { FairnessTracker, MAX_OVERTAKES } from './fair-turns.js';
import { HeldLines } from './held-lines.js';

/** Tracks what one instruction cache bank has served. */
export class CodeBank {
  /** The cycle in which each requested line first reached a sequencer. */
  private readonly arrivalCycles = new Map<number, number>();
  private servedAt = NEVER;
  /** The cycle in which each sequencer made its last granted request. */
  private readonly requestedAt = new Array<number>(SIMDS_PER_WGP).fill(NEVER);
  private readonly turns = new FairnessTracker(SIMDS_PER_WGP);
  private readonly heldLines: HeldLines;

  constructor(
    private readonly freedoms: Pick<Freedoms, 'instructionCacheLines' | 'fetchLatency' | 'fillLatency'>,
  ) {
    this.heldLines = new HeldLines(freedoms.instructionCacheLines);
  }

  /** Records a grant. If it is illegal, returns the rule that it violates. */
  serve(t: CodeLineServed, simd: number): string | undefined {
    const sequencer = simd % SIMDS_PER_WGP;
    const violatedRule =
      this.findTurnViolation(t, sequencer) ?? this.findArrivalViolation(t) ?? this.findCapacityViolation(t);
    this.servedAt = t.cycle;
    this.turns.grant(sequencer, t.cycle);
    this.requestedAt[sequencer] = t.asked;
    if (!this.arrivalCycles.has(t.line)) this.arrivalCycles.set(t.line, t.arrives);
    return violatedRule;
  }

  private findTurnViolation(t: CodeLineServed, sequencer: number): string | undefined {
    const { cycle, asked: requestedCycle } = t;
    if (cycle < requestedCycle) return `The wave does not request the line until cycle ${requestedCycle}.`;
    if (cycle === this.servedAt) return 'A bank serves one request per cycle.';
    if (requestedCycle < cycle - 1 && this.servedAt < cycle - 1)
      return `The bank was idle in cycle ${cycle - 1} although the wave was waiting.`;
    if (requestedCycle < this.requestedAt[sequencer])
      return `A sequencer's requests are served in order, but a later one, made in cycle ${this.requestedAt[sequencer]}, has already been served.`;
    const offender = this.turns.findRequesterOverLimit(sequencer, requestedCycle);
    return offender === undefined
      ? undefined
      : `Sequencer ${offender} gets at most ${MAX_OVERTAKES} grants while this request is first in its sequencer's queue.`;
  }

  /**
   * Records the line as filled or held. If the lines that the bank must hold exceed its capacity, returns the rule that
   * this violates.
   */
  private findCapacityViolation({ cycle, line, arrives: arrivalCycle }: CodeLineServed): string | undefined {
    const { fillLatency, instructionCacheLines } = this.freedoms;
    if (arrivalCycle >= cycle + fillLatency[0]) {
      this.heldLines.recordFill(line, arrivalCycle);
      return undefined;
    }
    const heldCount = this.heldLines.recordHit(line, cycle);
    return heldCount === undefined
      ? undefined
      : `The bank has room for ${formatCount(instructionCacheLines, 'line', 'lines')}, but a hit on line ${line} implies that it holds ${heldCount}.`;
  }

  private findArrivalViolation({ cycle, line, arrives: arrivalCycle }: CodeLineServed): string | undefined {
    const { fetchLatency, fillLatency, instructionCacheLines } = this.freedoms;
    const filledCycle = this.arrivalCycles.get(line);
    if (filledCycle === undefined) {
      const earliest = cycle + fillLatency[0];
      return arrivalCycle < earliest
        ? `Line ${line} has not been requested before, so it must arrive in cycle ${earliest} or later.`
        : undefined;
    }
    if (this.arrivalCycles.size > instructionCacheLines) return undefined;
    const earliest = Math.max(filledCycle, cycle + fetchLatency[0]);
    const latest = Math.max(filledCycle, cycle + fetchLatency[1]);
    return arrivalCycle < earliest || arrivalCycle > latest
      ? `The bank has held line ${line} since cycle ${filledCycle}, so it must arrive between cycles ${earliest} and ${latest}.`
      : undefined;
  }
}
