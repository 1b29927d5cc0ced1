import type {
  Gfx,
  Instruction,
  MemoryOperation,
  MemoryPort,
  MemoryRequest,
  WaveState,
  WordSource,
} from '../../../arch/index.js';
import {
  factsOf,
  greatestOf,
  HWREG,
  makeMemoryRequest,
  makeWaveState,
  runWave,
  scalarsOf,
} from '../../../arch/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { RECENT_DRAWS, Recent } from '../basics/recent.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { DrawFacts } from '../program/draws.js';
import { DataShare } from './data-share.js';
import {
  initialMode,
  initialScratch,
  loadExec,
  loadParameters,
  loadSystemScalars,
  userData,
} from './initial-scalars.js';
import { unfillableArgument, VectorInputs } from './initial-vectors.js';
import { localBytesOf } from './local-memory.js';
import { ReferenceMemory } from './memory.js';

/** The facts about a stream that the reference needs. */
export interface ReferenceFacts {
  readonly scenario: Scenario;
  readonly gfx: Gfx;
  readonly draws: readonly DrawFacts[];
  /** Allocates arrays that are not needed after the verdict. */
  readonly memory: WordSource;
}

/** The final words of every memory object, or the reason why the reference cannot determine them. */
export type ReferenceResult =
  | { readonly kind: 'memory'; readonly words: readonly Int32Array[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Optional callbacks for what the waves do. */
export interface ReferenceObserver {
  /** A wave is about to access shared memory. */
  readonly beforeAccess?: (wave: WaveRecord, operation: MemoryOperation, request: MemoryRequest) => void;
  /** A wave has accessed shared memory; the observer may change what a load returns. */
  readonly afterAccess?: (wave: WaveRecord, operation: MemoryOperation, request: MemoryRequest) => void;
  readonly onExport?: (wave: WaveRecord, instruction: Instruction, state: WaveState) => void;
}

/**
 * Executes waves alone, one after another, with the quads they were formed with and a memory of its own. All
 * accesses take effect immediately in program order, so only the order of the waves determines the final
 * memory.
 */
export class ReferenceExecution {
  private readonly memory: ReferenceMemory;
  private readonly port: ObservedPort;
  private readonly starts: Recent<DrawFacts, DrawStart>;
  private readonly request = makeMemoryRequest();
  /** The reason why the result is unknown. */
  private reason: string | undefined;

  constructor(
    private readonly ledgers: ReferenceFacts,
    observer: ReferenceObserver,
  ) {
    this.memory = new ReferenceMemory(ledgers.scenario.memory, ledgers.memory);
    this.port = new ObservedPort(this.memory, observer);
    this.reason = unsupportedInput(ledgers);
    this.starts = new Recent(RECENT_DRAWS, (facts) => startOf(ledgers, facts));
  }

  /** Executes the next wave; does nothing once the result is unknown. */
  execute(wave: WaveRecord): void {
    if (this.reason !== undefined) return;
    const { ledgers, port, request } = this;
    port.wave = wave;
    port.local = wave.facts.usesLocalMemory ? new DataShare(localBytesOf(ledgers.gfx, wave)) : undefined;
    const state = initialState(ledgers, wave, this.starts.of(wave.facts), port.local);
    const result = runWave(wave.facts.decoded, state, port, { request, onExport: port.exported });
    if (result.outcome !== 'ended') this.reason = `a program that the reference can run: ${result.reason}`;
  }

  /** The memory after the waves executed so far. */
  get result(): ReferenceResult {
    return this.reason === undefined
      ? { kind: 'memory', words: this.memory.words }
      : { kind: 'unknown', reason: this.reason };
  }
}

/** Returns the reason why the result cannot be known for these draws, or undefined. */
function unsupportedInput({ draws }: ReferenceFacts): string | undefined {
  for (const facts of draws) {
    const name = unfillableArgument(facts);
    if (name !== undefined) return `initial value of argument ${name}`;
    if (facts.usesGlobalShare) return 'an order of pixel waves in the global data share';
  }
  return undefined;
}

/** Executes all of `waves` in order. */
export function runReference(
  ledgers: ReferenceFacts,
  waves: readonly WaveRecord[],
  observer: ReferenceObserver,
): ReferenceResult {
  const execution = new ReferenceExecution(ledgers, observer);
  for (const wave of waves) execution.execute(wave);
  return execution.result;
}

/** The reference's memory, which reports accesses to an observer. */
class ObservedPort implements MemoryPort {
  /** The wave that is currently running. */
  wave: WaveRecord | undefined;
  /** The wave's LDS allocation, if its program uses LDS. */
  local: DataShare | undefined;

  constructor(
    private readonly memory: ReferenceMemory,
    private readonly observer: ReferenceObserver,
  ) {}

  perform(operation: MemoryOperation, request: MemoryRequest): void {
    if (operation.space === 'lds') {
      this.local?.perform(operation, request);
      return;
    }
    if (this.wave !== undefined) this.observer.beforeAccess?.(this.wave, operation, request);
    this.memory.perform(operation, request);
    if (this.wave !== undefined) this.observer.afterAccess?.(this.wave, operation, request);
  }

  readonly exported = (instruction: Instruction, state: WaveState): void => {
    if (this.wave !== undefined) this.observer.onExport?.(this.wave, instruction, state);
  };
}

/** The initial state that all waves of a draw share. The state object is reused. */
interface DrawStart {
  readonly state: WaveState;
  readonly userData: Int32Array;
  readonly mode: number;
  readonly scratch: readonly [number, number];
  readonly vectors: VectorInputs;
}

/**
 * Returns the wave's initial state as the hardware and the driver set it (corpus README, "Initial state of a
 * wave").
 */
function initialState(
  ledgers: ReferenceFacts,
  wave: WaveRecord,
  start: DrawStart,
  local: DataShare | undefined,
): WaveState {
  const { state } = start;
  state.next = 0;
  state.s.fill(0);
  state.v.fill(0);
  state.hw.fill(0);
  state.s.set(start.userData);
  state.hw[HWREG.MODE] = start.mode;
  if (factsOf(ledgers.gfx).hardwareScratchBase) state.hw.set(start.scratch, HWREG.FLAT_SCRATCH_LO);
  loadSystemScalars(state, wave);
  loadExec(state, wave);
  if (local !== undefined) state.lds = local.words;
  loadParameters(state, wave);
  start.vectors.load(state, wave);
  return state;
}

function startOf({ scenario, gfx, memory }: ReferenceFacts, facts: DrawFacts): DrawStart {
  const { program, decoded, draw } = facts;
  const argumentEnds = program.arguments
    .filter(({ file }) => file === 'v')
    .map(({ register, size }) => register + size);
  const vgprs = greatestOf(argumentEnds, decoded.vgprs);
  return {
    state: makeWaveState(scenario.wave, vgprs, scalarsOf(decoded), memory),
    userData: userData(draw.registers),
    mode: initialMode(gfx, draw.registers),
    scratch: initialScratch(draw.registers),
    vectors: new VectorInputs(gfx, facts),
  };
}
