import assert from 'node:assert/strict';
import type { Instruction, MemoryOperation, WaveState } from '../../../arch/index.js';
import type { Handlers } from '../basics/handlers.js';
import type { ScreenGrid } from '../geometry/screen-grid.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { WaveLedger } from '../ledger/waves.js';
import { ReferenceExecution, type ReferenceFacts, type ReferenceResult } from './execute.js';
import { findUndeterminedLanes, type UndeterminedLanes } from './open-lanes.js';
import { TouchMap, UPDATE } from './touch-map.js';
import { createAccess, markUndefined, touchLanes } from './touching.js';

/** Called for each export in the reference, with the wave's current registers. */
export type ExportListener = (wave: WaveRecord, instruction: Instruction, state: WaveState) => void;

/**
 * Executes all waves once in formation order, both for rules about final memory and for rules about exports.
 * Also records the accesses to each word, in this execution and in the stream.
 */
export class SequentialReference {
  readonly touches: TouchMap;
  private listener: ExportListener | undefined;
  private execution: ReferenceExecution | undefined;
  private result: ReferenceResult | undefined;
  private isStopped = false;

  constructor(
    private readonly ledgers: ReferenceFacts & { readonly grid: ScreenGrid; readonly waves: WaveLedger },
  ) {
    const { scenario, grid, waves, memory } = ledgers;
    this.touches = new TouchMap(scenario.memory, grid.hasSamples || grid.hasCoarseFragments, memory);
    // Waves are dropped in formation order, which is also the execution order.
    waves.onRemoval((wave) => this.getExecution().execute(wave));
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

  /** The input still needed for a comparison with the reference, or undefined if nothing is missing. */
  get missingInput(): string | undefined {
    const { endedCount, haltedCount, formed } = this.ledgers.waves;
    return this.isStopped || endedCount < formed.length || haltedCount > 0
      ? 'the end of every wave'
      : undefined;
  }

  /** Sets the listener for exports. Must be called before the first `run`. */
  onExports(listener: ExportListener): void {
    this.listener = listener;
  }

  /**
   * Completes the execution on the first call and returns its result. Must be called after the stream has ended,
   * when all inputs are available.
   */
  run(): ReferenceResult {
    if (this.result === undefined) {
      const execution = this.getExecution();
      for (const wave of this.ledgers.waves.formed.kept) execution.execute(wave);
      this.result = execution.result;
    }
    return this.result;
  }

  /**
   * Marks everything that waves wrote after reading data from draws without an interlock as undefined in `touches`.
   * Such data is unordered and can affect any result. Must be called after the execution.
   */
  markRacesUndefined(): void {
    if (this.ledgers.draws.every(({ interlocked }) => interlocked)) return;
    const undefinedLanes = this.findUndefinedLanes();
    assert(undefinedLanes, 'expected all waves to be kept when something is unordered');
    this.markUndefined(undefinedLanes);
  }

  /**
   * Marks everything that waves wrote after reading values that can legitimately vary as undefined in `touches`. Must
   * be called after the execution. Such values are:
   * - numbers returned by atomics on a shared counter;
   * - under an unordered interlock, anything written by other invocations;
   * - if ordering is inferred from the program, words that are accessed by several pixels and written by at least one
   *   of them.
   *
   * @param isInferred whether ordering is inferred from the program
   */
  markReadsUndefined(isInferred: boolean): void {
    const isOrderDeclared = !isInferred && this.ledgers.draws.every((draw) => draw.ordered);
    this.markUndefined(this.findUndefinedLanes(isOrderDeclared ? isReturningAtomic : isRead));
  }

  /**
   * Returns, for each wave, the lanes with undefined results, that is, results that depend on data from unordered
   * invocations. Finding them requires further executions. Returns undefined if waves needed for that have already been
   * dropped.
   *
   * @param reads whether an operation may return such data to its wave
   */
  findUndefinedLanes(reads: (operation: MemoryOperation) => boolean = isRead): UndeterminedLanes | undefined {
    const { ledgers, touches } = this;
    const { waves } = ledgers;
    if (waves.removedCount > 0) return touches.isFullyOrdered ? new Map() : undefined;
    return findUndeterminedLanes(ledgers, waves.formed.kept, {
      touches,
      reads: (_wave, operation) => reads(operation),
      isOrderKnown: (wave) => wave.facts.ordered,
    });
  }

  private markUndefined(undefinedLanes: UndeterminedLanes = new Map()): void {
    for (const [wave, lanes] of undefinedLanes) markUndefined(this.touches, this.ledgers.grid, wave, lanes);
  }

  private getExecution(): ReferenceExecution {
    const { ledgers, touches } = this;
    this.execution ??= new ReferenceExecution(ledgers, {
      beforeAccess: (wave, operation, request) => {
        if (operation.space !== 'scalar')
          touchLanes(touches, ledgers.grid, wave, request, createAccess(operation));
      },
      onExport: (wave, instruction, state) => this.listener?.(wave, instruction, state),
    });
    return this.execution;
  }
}

function isReturningAtomic({ access, returns }: MemoryOperation): boolean {
  return access === 'atomic' && returns;
}

/** Whether an operation returns memory contents to its wave. */
export function isRead({ access, returns }: MemoryOperation): boolean {
  return access === 'load' || returns;
}
