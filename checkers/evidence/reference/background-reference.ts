import {
  chipOf,
  countScalars,
  type DecodedProgram,
  decodeCached,
  type ExecutionOptions,
  factsOf,
  type Gfx,
  getInstructionSet,
  globalShareExtent,
  HWREG,
  type Instruction,
  type MemoryPort,
  makeMemoryRequest,
  makeWaveState,
  runWave,
  SCALAR,
  type WaveSize,
  type WaveState,
  type WordSource,
} from '../../../arch/index.js';
import {
  BACKGROUND_MODE,
  type BackgroundWork,
  type ComputeWork,
  countGroups,
  countWavesPerGroup,
  type GeometryWork,
  type Scenario,
} from '../../../transactions/index.js';
import { DataShare } from './data-share.js';
import type { ReferenceResult } from './execute.js';
import { ReferenceMemory } from './memory.js';

const WORD_BYTES = 4;

const LAUNCH_VGPRS = 3;

/** The final words of all memory objects and of GDS, or the reason why they cannot be determined. */
type BackgroundResult =
  | (Extract<ReferenceResult, { readonly kind: 'memory' }> & { readonly global: Int32Array })
  | Extract<ReferenceResult, { readonly kind: 'unknown' }>;

/** Called for each export in a background group, with the wave's current registers. */
type BackgroundListener = (work: number, group: number, instruction: Instruction, state: WaveState) => void;

/**
 * Executes background work in isolation, one group at a time. The waves of a group take turns, each running
 * until its next barrier. Each byte is written by only one wave, or only by order-independent atomics, so the
 * order of groups does not matter.
 */
function runBackground(
  scenario: Scenario,
  listener: BackgroundListener,
  source: WordSource,
): BackgroundResult {
  const chip = chipOf(scenario.chip);
  const { gfx } = chip;
  const { wave } = scenario;
  const memory = new ReferenceMemory(scenario.memory, source);
  const request = makeMemoryRequest();
  const global = new DataShare(globalShareExtent(gfx), source);
  for (const [index, work] of (scenario.background?.works ?? []).entries()) {
    const program = decodeCached(work.words, getInstructionSet(chip), wave);
    const local = new DataShare(countLocalBytes(work), source);
    const perform: MemoryPort['perform'] = (operation, request) => {
      const space = operation.space === 'lds' ? local : operation.space === 'gds' ? global : memory;
      space.perform(operation, request);
    };
    for (let group = 0; group < countGroups(work, wave); group++) {
      const states = Array.from({ length: countWavesPerGroup(work, wave) }, (_, waveIndex) =>
        createState({ gfx, lanes: wave, work, program, source }, group, waveIndex),
      );
      local.words.fill(0);
      const onExport = (instruction: Instruction, state: WaveState): void =>
        listener(index, group, instruction, state);
      const reason = runGroup(program, states, { perform }, { request, onExport });
      if (reason !== undefined) return { kind: 'unknown', reason };
    }
  }
  return { kind: 'memory', words: memory.words, global: global.words };
}

/** Runs a group's waves to completion. If the reference cannot run them, returns the reason. */
function runGroup(
  program: DecodedProgram,
  states: readonly WaveState[],
  port: MemoryPort,
  hooks: Pick<ExecutionOptions, 'request' | 'onExport'>,
): string | undefined {
  const options = { stopsAtBarriers: true, ...hooks };
  let running = states;
  while (running.length > 0) {
    const results = running.map((state) => runWave(program, state, port, options));
    const unfinished = results.find(({ outcome }) => outcome !== 'ended' && outcome !== 'barrier');
    if (unfinished !== undefined) return `a reference that runs the background program: ${unfinished.reason}`;
    running = running.filter((_, index) => results[index].outcome === 'barrier');
  }
  return undefined;
}

function countLocalBytes(work: BackgroundWork): number {
  return work.kind === 'compute' ? work.localDwords * WORD_BYTES : 0;
}

/** The inputs that determine a wave's initial state. */
interface LaunchInputs {
  readonly gfx: Gfx;
  readonly lanes: WaveSize;
  readonly work: BackgroundWork;
  readonly program: DecodedProgram;
  readonly source: WordSource;
}

function createState({ gfx, lanes, work, program, source }: LaunchInputs, group: number, waveIndex: number) {
  const vgprs = Math.max(program.vgprs, LAUNCH_VGPRS);
  const state = makeWaveState(lanes, vgprs, countScalars(program), source);
  state.hw[HWREG.MODE] = BACKGROUND_MODE;
  state.s.set(work.userData);
  const exec = [0, 0];
  if (work.kind === 'compute') state.s[work.userData.length] = group;
  for (let lane = 0; lane < lanes; lane++) {
    const isActive =
      work.kind === 'compute'
        ? setThread(state, work, gfx, lane, waveIndex * lanes + lane)
        : setVertex(state, work, lane, group * lanes + lane);
    if (isActive) exec[lane >> 5] |= 1 << (lane & 31);
  }
  state.s.set(exec, SCALAR.EXEC_LO);
  return state;
}

/** Sets a lane's thread coordinates within its group (P-051). Returns false if the group has no such thread. */
function setThread(
  { v, lanes }: WaveState,
  { groupSize }: ComputeWork,
  gfx: Gfx,
  lane: number,
  thread: number,
): boolean {
  const [columns, rows, layers] = groupSize;
  const row = Math.floor(thread / columns);
  const position = [thread - row * columns, row % rows, Math.floor(row / rows)];
  if (factsOf(gfx).packsThreadIds) v[lane] = position[0] + position[1] * 1024 + position[2] * 1048576;
  else {
    position.forEach((coordinate, register) => {
      v[register * lanes + lane] = coordinate;
    });
  }
  return position[2] < layers;
}

/** Sets a lane's vertex and instance (P-053). Returns false if there is no such instance. */
function setVertex({ v, lanes }: WaveState, work: GeometryWork, lane: number, index: number): boolean {
  const instance = Math.floor(index / work.vertices);
  v[lane] = index - instance * work.vertices;
  v[lanes + lane] = instance;
  return instance < work.instances;
}

/** Executes background work once for all rules that check its memory or exports. */
export class BackgroundReference {
  private listener: BackgroundListener | undefined;
  private result: BackgroundResult | undefined;

  constructor(
    private readonly scenario: Scenario,
    private readonly memory: WordSource,
  ) {}

  /** Sets the listener for exports. Must be called before the first `run`. */
  onExports(listener: BackgroundListener): void {
    this.listener = listener;
  }

  /** Executes the work on the first call. Later calls return the same result. */
  run(): BackgroundResult {
    this.result ??= runBackground(this.scenario, (...args) => this.listener?.(...args), this.memory);
    return this.result;
  }
}
