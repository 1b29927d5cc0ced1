import assert from 'node:assert/strict';
import type { Instruction, MemoryOperation, WaveState } from '../../../arch/index.js';
import type { Handlers } from '../basics/handlers.js';
import type { ScreenGrid } from '../geometry/screen-grid.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { WaveLedger } from '../ledger/waves.js';
import { ReferenceExecution, type ReferenceFacts, type ReferenceResult, runReference } from './execute.js';
import { TouchMap, UPDATE } from './touch-map.js';
import { leaveOpen, readsUnordered, touchLanes, touchOf } from './touching.js';

/** Called for each export of the reference, with the current registers. */
export type ExportListener = (wave: WaveRecord, instruction: Instruction, state: WaveState) => void;

/**
 * The single execution of all waves in formation order, shared by the rules for final memory and for exports, with the
 * accesses to each word in it and in the stream.
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
    // Waves leave in formation order, which is the execution order.
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

  /** What is still needed before a comparison with a reference, or undefined. */
  get obstacle(): string | undefined {
    const { ended, halted, formed } = this.ledgers.waves;
    return this.isStopped || ended < formed.length || halted > 0 ? 'the end of every wave' : undefined;
  }

  /** Subscribes to the execution's exports; call before the first `run`. */
  hearExports(listener: ExportListener): void {
    this.listeners.push(listener);
  }

  /** Result of the execution, which runs once; call at the end, when all its inputs are available. */
  run(): ReferenceResult {
    if (this.outcome === undefined) {
      const execution = this.started();
      for (const wave of this.ledgers.waves.formed.kept) execution.execute(wave);
      this.outcome = execution.result;
    }
    return this.outcome;
  }

  /**
   * Marks as undefined in `touches` what waves wrote after reading data from non-interlocked draws: nothing orders it, and
   * results may go anywhere. Call after the execution.
   */
  leaveRacesOpen(): void {
    const { ledgers, touches } = this;
    if (ledgers.draws.every(({ interlocked }) => interlocked)) return;
    const open = this.wavesLeftOpen();
    assert(open, 'waves have left although something has no order');
    for (const wave of open) leaveOpen(touches, ledgers.grid, wave);
  }

  /**
   * Marks as undefined in `touches` what waves wrote after reading values without a unique right answer: numbers from atomics on
   * a shared counter; under exclusion without order, any writes by others; and if only the program defines what is ordered, words
   * that several pixels access and some write. Call after the execution.
   *
   * @param isInferred only the program defines what is ordered
   */
  leaveReadsOpen(isInferred: boolean): void {
    const { ledgers, touches } = this;
    const isClaimed = !isInferred && ledgers.draws.every((draw) => draw.ordered);
    const open = this.wavesLeftOpen(isClaimed ? givesCount : isRead);
    for (const wave of open ?? []) leaveOpen(touches, ledgers.grid, wave);
  }

  /**
   * Waves that read data of invocations they were not ordered with, so their results are undefined. Found by another
   * execution, after the first; undefined if waves it would need have left.
   *
   * @param reads whether an operation may return such values to its wave
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

/** Whether an operation returns memory contents to its wave. */
export function isRead({ access, returns }: MemoryOperation): boolean {
  return access === 'load' || returns;
}
