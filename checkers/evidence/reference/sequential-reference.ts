import assert from 'node:assert/strict';
import type { Instruction, MemoryOperation, WaveState } from '../../../arch/index.js';
import type { Handlers } from '../basics/handlers.js';
import type { ScreenGrid } from '../geometry/screen-grid.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { WaveLedger } from '../ledger/waves.js';
import { ReferenceExecution, type ReferenceFacts, type ReferenceResult, runReference } from './execute.js';
import { TouchMap, UPDATE } from './touch-map.js';
import { leaveOpen, readsUnordered, touchLanes, touchOf } from './touching.js';

/** Called for each export of the reference, with the registers at that time. */
export type ExportListener = (wave: WaveRecord, instruction: Instruction, state: WaveState) => void;

/**
 * The one execution of all waves in the order of their formation that the rules about final memory and about exports share,
 * with the accesses to each word in it and in the stream.
 */
export class SequentialReference {
  readonly touches: TouchMap;
  private readonly listeners: ExportListener[] = [];
  private execution: ReferenceExecution | undefined;
  private outcome: ReferenceResult | undefined;
  private isStopped = false;

  constructor(
    private readonly ledgers: ReferenceFacts & { readonly grid: ScreenGrid; readonly waves: WaveLedger },
  ) {
    const { scenario, grid, waves, memory } = ledgers;
    this.touches = new TouchMap(scenario.memory, grid.hasSamples || grid.hasCoarse, memory);
    // Waves leave in the order of their formation, which is the order of the execution.
    waves.hearLeaving((wave) => this.started().execute(wave));
  }

  readonly on: Handlers = {
    'memory-issued': (t) => {
      const { waves, grid } = this.ledgers;
      const wave = t.space === 'scalar' ? undefined : waves.find(t.wave);
      if (wave === undefined) return;
      const { bytes, operation, texelsPerLane } = t;
      const update = operation === 'atomic' ? UPDATE.atomic : undefined;
      touchLanes(this.touches, grid, wave, t, { bytes, writes: operation !== 'load', update, texelsPerLane });
    },
    stopped: () => {
      this.isStopped = true;
    },
  };

  /** What is still to come before anything can be compared with a reference, or undefined. */
  get obstacle(): string | undefined {
    const { ended, halted, formed } = this.ledgers.waves;
    return this.isStopped || ended < formed.length || halted > 0 ? 'the end of every wave' : undefined;
  }

  /** Requests reports of the execution's exports; call before the first `run`. */
  hearExports(listener: ExportListener): void {
    this.listeners.push(listener);
  }

  /**
   * Result of the execution, which runs once; call at the end, when everything that it needs is there.
   */
  run(): ReferenceResult {
    if (this.outcome === undefined) {
      const execution = this.started();
      for (const wave of this.ledgers.waves.formed.kept) execution.execute(wave);
      this.outcome = execution.result;
    }
    return this.outcome;
  }

  /**
   * Leaves open in `touches` what waves wrote that read what draws without an interlock left there: nothing orders them, and
   * what they compute may go anywhere. Call after the execution.
   */
  leaveRacesOpen(): void {
    const { ledgers, touches } = this;
    if (ledgers.draws.every(({ interlocked }) => interlocked)) return;
    const open = this.wavesLeftOpen();
    assert(open, 'waves have left although something has no order');
    for (const wave of open) leaveOpen(touches, ledgers.grid, wave);
  }

  /**
   * Leaves open in `touches` what waves wrote that had read what nothing gives one right value: a number that an atomic on a
   * shared counter gave them; where interlocks exclude without an order, whatever others wrote; and where only the program says what
   * is ordered, words that several pixels access and some write. To be called after the execution.
   *
   * @param isInferred only the program says what is ordered
   */
  leaveReadsOpen(isInferred: boolean): void {
    const { ledgers, touches } = this;
    const isClaimed = !isInferred && ledgers.draws.every((draw) => draw.ordered);
    const open = this.wavesLeftOpen(isClaimed ? givesCount : isRead);
    for (const wave of open ?? []) leaveOpen(touches, ledgers.grid, wave);
  }

  /**
   * Waves that read what invocations which they were not ordered with had written, so that what they compute is left open.
   * Found by another execution, after the first; undefined where waves have left that it would need.
   *
   * @param reads whether an operation may give its wave such values
   */
  wavesLeftOpen(
    reads: (operation: MemoryOperation) => boolean = isRead,
  ): ReadonlySet<WaveRecord> | undefined {
    const { ledgers, touches } = this;
    const { grid, waves } = ledgers;
    const open = new Set<WaveRecord>();
    if (waves.left > 0) return touches.isAllOrdered ? open : undefined;
    runReference(ledgers, waves.formed.kept, {
      accessed: (wave, operation, request) => {
        if (reads(operation) && !open.has(wave) && readsUnordered(touches, grid, wave, operation, request))
          open.add(wave);
      },
    });
    return open;
  }

  private started(): ReferenceExecution {
    const { ledgers, touches, listeners } = this;
    this.execution ??= new ReferenceExecution(ledgers, {
      accessed: (wave, operation, request) => {
        if (operation.space !== 'scalar')
          touchLanes(touches, ledgers.grid, wave, request, touchOf(operation));
      },
      exported: (wave, instruction, state) => {
        for (const listener of listeners) listener(wave, instruction, state);
      },
    });
    return this.execution;
  }
}

function givesCount({ access, returns }: MemoryOperation): boolean {
  return access === 'atomic' && returns;
}

/** Whether an operation gives its wave what memory held. */
export function isRead({ access, returns }: MemoryOperation): boolean {
  return access === 'load' || returns;
}
