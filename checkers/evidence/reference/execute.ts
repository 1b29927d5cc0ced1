import {
  countScalars,
  factsOf,
  findMax,
  findRegisterField,
  type Gfx,
  HWREG,
  type Instruction,
  type MemoryOperation,
  type MemoryPort,
  type MemoryRequest,
  makeMemoryRequest,
  makeWaveState,
  runWave,
  SCALAR,
  type WaveState,
  type WordSource,
} from '../../../arch/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { DefaultMap } from '../basics/default-map.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { DrawFacts } from '../program/draws.js';
import { DataShare } from './data-share.js';
import {
  countParameterDwords,
  getInitialMode,
  getInitialScratch,
  getUserData,
  loadParameters,
  loadSystemScalars,
} from './initial-scalars.js';
import { findUnsupportedArgument, VectorInputs } from './initial-vectors.js';
import { ReferenceMemory } from './memory.js';

const WORD_BYTES = 4;

/**
 * Returns the size in bytes of a pixel wave's LDS allocation: its parameters plus any extra space that the draw
 * requests.
 */
function getLdsBytes(gfx: Gfx, wave: WaveRecord): number {
  const { draw } = wave.facts;
  const units = findRegisterField(gfx, draw.registers, 'SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE') ?? 0;
  return countParameterDwords(wave) * WORD_BYTES + units * factsOf(gfx).extraLdsUnitBytes;
}

/** The facts about a stream that the reference needs. */
export interface ReferenceFacts {
  readonly scenario: Scenario;
  readonly gfx: Gfx;
  readonly draws: readonly DrawFacts[];
  /** Allocates arrays that live until the end of the check. */
  readonly memory: WordSource;
}

/** The final words of all memory objects, or the reason why they cannot be determined. */
export type ReferenceResult =
  | { readonly kind: 'memory'; readonly words: readonly Int32Array[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Optional callbacks for accesses and exports by waves. */
export interface ReferenceObserver {
  /** Called before a wave accesses shared memory. */
  readonly beforeAccess?: (wave: WaveRecord, operation: MemoryOperation, request: MemoryRequest) => void;
  /** Called after a wave has accessed shared memory. May change what a load returns. */
  readonly afterAccess?: (wave: WaveRecord, operation: MemoryOperation, request: MemoryRequest) => void;
  readonly onExport?: (wave: WaveRecord, instruction: Instruction, state: WaveState) => void;
}

/**
 * Executes waves one at a time in private memory, each with the quads that it was formed from. Accesses take
 * effect immediately, in program order, so only the order of waves affects the final memory.
 */
export class ReferenceExecution {
  private readonly memory: ReferenceMemory;
  private readonly port: ObservedPort;
  private readonly starts: DefaultMap<DrawFacts, DrawStart>;
  private readonly request = makeMemoryRequest();
  /** What prevents the result from being determined, or undefined if nothing does. */
  private missing: string | undefined;

  constructor(
    private readonly inputs: ReferenceFacts,
    observer: ReferenceObserver,
  ) {
    this.memory = new ReferenceMemory(inputs.scenario.memory, inputs.memory);
    this.port = new ObservedPort(this.memory, observer);
    this.missing = findMissingInput(inputs);
    this.starts = new DefaultMap((facts) => createStart(inputs, facts));
  }

  /** Executes the next wave. Does nothing if the result is already unknown. */
  execute(wave: WaveRecord): void {
    if (this.missing !== undefined) return;
    const { inputs, port, request } = this;
    port.wave = wave;
    port.local = wave.facts.usesLocalMemory ? new DataShare(getLdsBytes(inputs.gfx, wave)) : undefined;
    const state = prepareState(inputs, wave, this.starts.getOrCreate(wave.facts), port.local);
    const result = runWave(wave.facts.decoded, state, port, { request, onExport: port.onExport });
    if (result.outcome !== 'ended') this.missing = `a reference that runs the program: ${result.reason}`;
  }

  /** The memory after the waves executed so far. */
  get result(): ReferenceResult {
    return this.missing === undefined
      ? { kind: 'memory', words: this.memory.words }
      : { kind: 'unknown', reason: this.missing };
  }
}

/** Returns what is missing to compute the result of the draws, or undefined if nothing is. */
function findMissingInput({ draws }: ReferenceFacts): string | undefined {
  for (const facts of draws) {
    const name = findUnsupportedArgument(facts);
    if (name !== undefined) return `initial value of argument ${name}`;
    if (facts.usesGlobalShare) return 'a known order of pixel waves in the global data share';
  }
  return undefined;
}

/** Executes `waves` in order. */
export function runReference(
  inputs: ReferenceFacts,
  waves: readonly WaveRecord[],
  observer: ReferenceObserver,
): ReferenceResult {
  const execution = new ReferenceExecution(inputs, observer);
  for (const wave of waves) execution.execute(wave);
  return execution.result;
}

/** The reference's memory, which reports accesses to an observer. */
class ObservedPort implements MemoryPort {
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
    if (this.wave !== undefined && operation.access !== 'load' && operation.space !== 'scratch')
      dropHelperLanes(this.wave, request);
    this.memory.perform(operation, request);
    if (this.wave !== undefined) this.observer.afterAccess?.(this.wave, operation, request);
  }

  readonly onExport = (instruction: Instruction, state: WaveState): void => {
    if (this.wave !== undefined) this.observer.onExport?.(this.wave, instruction, state);
  };
}

/** Removes the lanes that no primitive covers: what they would write belongs to other invocations (RACE-13). */
function dropHelperLanes(wave: WaveRecord, request: MemoryRequest): void {
  const [low, high] = wave.getCoveredLanes();
  request.lanesLo &= low;
  request.lanesHi &= high;
}

type DrawStart = ReturnType<typeof createStart>;

/**
 * Returns a wave's initial state as the hardware and the driver set it up (corpus README, "Initial state of a wave").
 */
function prepareState(
  inputs: ReferenceFacts,
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
  if (factsOf(inputs.gfx).hardwareScratchBase) state.hw.set(start.scratch, HWREG.FLAT_SCRATCH_LO);
  loadSystemScalars(state, wave);
  state.s.set(wave.getCoveredLanes(), SCALAR.EXEC_LO);
  if (local !== undefined) state.lds = local.words;
  loadParameters(state, wave);
  start.vectors.load(state, wave);
  return state;
}

/** Creates the initial state shared by all waves of a draw. The state object is reused. */
function createStart({ scenario, gfx, memory }: ReferenceFacts, facts: DrawFacts) {
  const { program, decoded, draw } = facts;
  const argumentEnds = program.arguments
    .filter(({ file }) => file === 'v')
    .map(({ register, size }) => register + size);
  const vgprs = findMax(argumentEnds, decoded.vgprs);
  return {
    state: makeWaveState(scenario.wave, vgprs, countScalars(decoded), memory),
    userData: getUserData(draw.registers),
    mode: getInitialMode(gfx, draw.registers),
    scratch: getInitialScratch(draw.registers),
    vectors: new VectorInputs(gfx, facts),
  };
}
