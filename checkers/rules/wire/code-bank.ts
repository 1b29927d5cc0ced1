import { findMax, SIMDS_PER_WGP } from '../../../arch/index.js';
import type { CodeLineServed, KnobValues } from '../../../transactions/index.js';
import { getOrCreate } from '../../evidence/basics/default-map.js';
import { formatCount, type Ledgers, NEVER } from '../../kit.js';
import { FairnessTracker, MAX_OVERTAKES } from './fair-turns.js';

/** Maximum number of past periods kept for lines that have since been refilled. */
const MAX_PAST_PERIODS = 64;

/**
 * A period in which a line is known to have been in its bank: from its arrival to the last request served without a
 * fill.
 */
interface Period {
  from: number;
  until: number;
}

/**
 * Tracks the lines that one instruction cache bank must hold, whatever its replacement policy. A line served faster
 * than a fill takes must have been there since it arrived. The bank never holds more lines than its capacity.
 */
class HeldLines {
  /** The last period of each line. */
  private readonly lines = new Map<number, Period>();
  /** The values of `lines`, in an array. */
  private readonly latest: Period[] = [];
  private readonly past: Period[] = [];

  constructor(private readonly capacity: number) {}

  /** Records a request for a line that the bank may not have held. The line arrives in cycle `arrivalCycle`. */
  recordFill(line: number, arrivalCycle: number): void {
    const period = this.lines.get(line);
    if (period === undefined) {
      const first = { from: arrivalCycle, until: arrivalCycle };
      this.lines.set(line, first);
      this.latest.push(first);
      return;
    }
    if (period.until > period.from) {
      this.past.push({ ...period });
      if (this.past.length > MAX_PAST_PERIODS) this.past.shift();
    }
    period.from = arrivalCycle;
    period.until = arrivalCycle;
  }

  /**
   * Records that a line was served in `cycle` without a fill. Returns how many lines the bank must have held at
   * once, if that exceeds its capacity.
   */
  recordHit(line: number, cycle: number): number | undefined {
    const period = this.lines.get(line);
    if (period === undefined || cycle <= period.until) return undefined;
    const since = period.until;
    period.until = cycle;
    // Fast path: there are usually too few periods to exceed the capacity, and counting them does not allocate.
    if (countAfter(this.past, since) + countAfter(this.latest, since) - 1 < this.capacity) return undefined;
    const others = [...this.past, ...this.latest].filter((other) => other !== period && other.until > since);
    const startCycles = others.map(({ from }) => Math.max(since, from)).filter((start) => start < cycle);
    const heldCounts = startCycles.map(
      (start) => 1 + others.filter(({ from, until }) => from <= start && start < until).length,
    );
    const heldCount = findMax(heldCounts, 1);
    return heldCount > this.capacity ? heldCount : undefined;
  }
}

function countAfter(periods: readonly Period[], cycle: number): number {
  let count = 0;
  for (let i = 0; i < periods.length; i++) if (periods[i]!.until > cycle) count++;
  return count;
}

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
    private readonly freedoms: Pick<KnobValues, 'instructionCacheLines' | 'fetchLatency' | 'fillLatency'>,
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

  /**
   * A line that the bank must hold arrives like a hit, one that it never held like a fill, and any other like either.
   */
  private findArrivalViolation({ cycle, line, arrives: arrivalCycle }: CodeLineServed): string | undefined {
    const { fetchLatency, fillLatency, instructionCacheLines } = this.freedoms;
    const filledCycle = this.arrivalCycles.get(line);
    const mayHit = filledCycle !== undefined;
    const mayMiss = !mayHit || this.arrivalCycles.size > instructionCacheLines;
    const hit = mayHit ? fetchLatency : fillLatency;
    const miss = mayMiss ? fillLatency : fetchLatency;
    const soonest = mayMiss ? 0 : filledCycle;
    const earliest = Math.max(soonest, cycle + Math.min(hit[0], miss[0]));
    const latest = Math.max(soonest, cycle + Math.max(hit[1], miss[1]));
    if (arrivalCycle >= earliest && arrivalCycle <= latest) return undefined;
    const reason = !mayHit
      ? `Line ${line} has not been requested before`
      : mayMiss
        ? `The bank may or may not hold line ${line}`
        : `The bank has held line ${line} since cycle ${filledCycle}`;
    return `${reason}, so it must arrive between cycles ${earliest} and ${latest}.`;
  }
}

/** Tracks which program each line was first served for. A line never contains the words of two programs. */
export class LineOwners {
  private readonly owners = new Map<number, number>();

  constructor(private readonly ledgers: Ledgers) {}

  /**
   * Records the first owner of a line. Returns the rule violated if the line was first served to waves of another
   * program; otherwise returns undefined.
   */
  recordOwner({ line, wave }: CodeLineServed): string | undefined {
    const key = getProgramKey(this.ledgers, wave);
    if (key === undefined || getOrCreate(this.owners, line, () => key) === key) return undefined;
    return 'A line holds the code of a single program.';
  }
}

/**
 * Returns the index of the program that a wave runs, or a negative number for background work. Identical
 * programs still have separate indices. Returns undefined for waves that are not in the ledgers.
 */
export function getProgramKey({ waves, background }: Ledgers, wave: number): number | undefined {
  const draw = waves.find(wave)?.facts.draw;
  if (draw !== undefined) return draw.program;
  const work = background.find(wave)?.workIndex;
  return work === undefined ? undefined : -1 - work;
}
