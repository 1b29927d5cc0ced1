import {
  type DecodedProgram,
  type Instruction,
  type MemoryOperation,
  type MemoryRequest,
  UnsupportedOperation,
} from '../isa/instruction.js';
import { getSetpcTarget } from '../isa/program.js';
import { getStraightRuns, type StraightRuns } from '../isa/straight-runs.js';
import { SCALAR, type WaveState } from '../wave-state.js';

/** Performs a wave's memory operations immediately, without timing. */
export interface MemoryPort {
  /**
   * Performs an operation. Stores and atomics take effect immediately. Loads fill the request's data; atomics that
   * return fill it with the old values.
   */
  perform(operation: MemoryOperation, request: MemoryRequest): void;
}

/** Options for running a wave. */
export interface ExecutionOptions {
  /** Called before each instruction takes effect. */
  readonly beforeInstruction?: (instruction: Instruction, state: WaveState) => void;
  /** Returns the value of `src_pops_exiting_wave_id` for the instruction that is about to read it. The default is 0. */
  readonly exitingWaveId?: (state: WaveState) => number;
  /** Called for every export, with the current registers. */
  readonly onExport?: (instruction: Instruction, state: WaveState) => void;
  /** Maximum number of instructions to execute, to stop infinite loops. The default grows with the program's length. */
  readonly budget?: number;
  /** A request reused for all memory operations, for callers that run many waves. */
  readonly request?: MemoryRequest;
  /**
   * Whether to stop after every barrier so the group's other waves can reach it. The next call continues from
   * there.
   */
  readonly stopsAtBarriers?: boolean;
}

/** The result of running a wave. */
export interface ExecutionResult {
  /**
   * How the execution ended. `illegal` means that the wave reached an unsupported or illegal instruction, or a program
   * counter at which no instruction starts; `reason` distinguishes them.
   */
  readonly outcome: 'ended' | 'illegal' | 'budget' | 'barrier';
  readonly reason: string;
  /** Number of executed instructions. */
  readonly instructions: number;
}

/** Base instruction budget per wave. */
const BUDGET = 1_000_000;
/** Additional budget per instruction in the program. */
const BUDGET_PER_INSTRUCTION = 2000;

/** Creates a memory request with room for 64 lanes, 16 dwords and four addresses. */
export function makeMemoryRequest(): MemoryRequest {
  return { lanesLo: 0, lanesHi: 0, addresses: new Float64Array(64 * 4), data: new Int32Array(64 * 16) };
}

/** Loads the program's constants into a wave's operand space. */
export function loadConstants(program: DecodedProgram, state: WaveState): void {
  state.s.set(program.constants, SCALAR.CONSTANTS);
}

/** Returns the size of the scalar operand space that a program needs, to be passed to `makeWaveState`. */
export function countScalars(program: DecodedProgram): number {
  return SCALAR.CONSTANTS + program.constants.length;
}

/** One wave's execution of a program. */
class Execution {
  executed = 0;
  readonly #request: MemoryRequest;

  constructor(
    readonly program: DecodedProgram,
    readonly state: WaveState,
    readonly memory: MemoryPort,
    readonly options: ExecutionOptions,
  ) {
    this.#request = options.request ?? makeMemoryRequest();
  }

  /** Executes instructions until the wave ends, stops at a barrier, cannot continue, or exhausts its budget. */
  execute(): ExecutionResult {
    const { program, state, options } = this;
    const { budget = BUDGET + BUDGET_PER_INSTRUCTION * program.instructions.length } = options;
    const runs = options.beforeInstruction === undefined ? getStraightRuns(program) : undefined;
    for (; this.executed < budget; this.executed++) {
      const length = Math.min(runs?.lengths[state.next] ?? 0, budget - this.executed);
      if (runs !== undefined && length > 0) {
        this.#executeRun(runs, length);
        continue;
      }
      const instruction = program.instructions[state.next];
      if (instruction === undefined) return this.#result('illegal', `no instruction at index ${state.next}`);
      if (instruction.kind === 'illegal') return this.#result('illegal', instruction.reason ?? '');
      if (instruction.readsExitingId) {
        state.s[SCALAR.EXITING_WAVE_ID] = options.exitingWaveId?.(state) ?? 0;
      }
      options.beforeInstruction?.(instruction, state);
      if (instruction.kind === 'end') {
        this.executed++;
        return this.#result('ended', '');
      }
      state.next = this.#step(instruction);
      if (instruction.kind === 'barrier' && options.stopsAtBarriers === true) {
        this.executed++;
        return this.#result('barrier', '');
      }
    }
    return this.#result('budget', `did not end within ${budget} instructions`);
  }

  /**
   * Executes a straight-line run in one call. Counts all of its instructions except the last one; the caller counts
   * that.
   */
  #executeRun(runs: StraightRuns, length: number): void {
    const { state } = this;
    const first = state.next;
    try {
      runs.execute(first, length, state);
      this.executed += length - 1;
    } catch (error) {
      this.executed += state.next - first;
      throw error;
    }
  }

  /** Executes one instruction and returns the index of the next one. */
  #step(instruction: Instruction): number {
    const { program, state, options } = this;
    switch (instruction.kind) {
      case 'alu':
      case 'setreg':
      case 'parameter-load':
        instruction.execute(state);
        break;
      case 'branch':
        if (instruction.execute(state) !== 0) return instruction.target;
        break;
      case 'setpc':
        return getSetpcTarget(program, instruction.execute(state));
      case 'memory':
        this.#performMemory(instruction.memory!);
        break;
      case 'export':
        options.onExport?.(instruction, state);
        break;
      default:
    }
    return state.next + 1;
  }

  /** Performs a memory operation: reads registers, accesses memory, writes registers. */
  #performMemory(operation: MemoryOperation): void {
    operation.prepare(this.state, this.#request);
    if (operation.isLaneExchange !== true)
      this.memory.perform(operation.resolve?.(this.#request) ?? operation, this.#request);
    if (operation.access === 'load' || operation.returns) operation.deliver(this.state, this.#request);
  }

  #result(outcome: ExecutionResult['outcome'], reason: string): ExecutionResult {
    return { outcome, reason, instructions: this.executed };
  }
}

/**
 * Runs one wave to completion without timing. Memory responds immediately; waits, sleeps and messages have no effect.
 * On return, `state` contains the result, and `state.next` shows where the wave stopped.
 *
 * @param state registers at launch; this call loads the constants
 */
export function runWave(
  program: DecodedProgram,
  state: WaveState,
  memory: MemoryPort,
  options: ExecutionOptions = {},
): ExecutionResult {
  loadConstants(program, state);
  const execution = new Execution(program, state, memory, options);
  try {
    return execution.execute();
  } catch (error) {
    if (!(error instanceof UnsupportedOperation)) throw error;
    return { outcome: 'illegal', reason: error.message, instructions: execution.executed };
  }
}
