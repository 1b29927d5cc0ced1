import type { DecodedProgram, Instruction, MemoryOperation, MemoryRequest } from '../isa/instruction.js';
import { setpcTarget } from '../isa/program.js';
import { UnsupportedOperation } from '../isa/unsupported-operation.js';
import { SCALAR, type WaveState } from '../wave-state.js';

/** What performs the memory operations of a wave; without time, so at once. */
export interface MemoryPort {
  /** Loads: fills the request's data. Stores and atomics: takes effect; atomics that return leave the old values. */
  perform(operation: MemoryOperation, request: MemoryRequest): void;
}

/** Observation points of an execution; all optional. */
export interface ExecutionHooks {
  /** Called before each instruction takes effect. */
  readonly beforeInstruction?: (instruction: Instruction, state: WaveState) => void;
  /** Value of `src_pops_exiting_wave_id` for the instruction about to read it; 0 without this hook. */
  readonly exitingWaveId?: (state: WaveState) => number;
  /** Called at each export, with the registers as they are then. */
  readonly onExport?: (instruction: Instruction, state: WaveState) => void;
}

/** Options of an execution. */
export interface ExecutionOptions extends ExecutionHooks {
  /** Most instructions to execute; a loop that never ends stops here. */
  readonly budget?: number;
  /** Used for all memory operations instead of a new one, by who runs many waves. */
  readonly request?: MemoryRequest;
}

/** How an execution came to its end. */
export interface ExecutionResult {
  /** `illegal`: an instruction that cannot be run or a program counter where none starts; `reason` says which. */
  readonly outcome: 'ended' | 'illegal' | 'budget';
  readonly reason: string;
  /** Instructions executed. */
  readonly instructions: number;
}

const BUDGET = 1_000_000;

/** A memory request with room for 64 lanes of 16 dwords. */
export function makeMemoryRequest(): MemoryRequest {
  return { lanesLo: 0, lanesHi: 0, addresses: new Float64Array(64), data: new Int32Array(64 * 16) };
}

/** Loads the program's constants into the operand space of a wave. */
export function loadConstants(program: DecodedProgram, state: WaveState): void {
  state.s.set(program.constants, SCALAR.CONSTANTS);
}

/** Length of the scalar operand space that a program needs, for `makeWaveState`. */
export function scalarsOf(program: DecodedProgram): number {
  return SCALAR.CONSTANTS + program.constants.length;
}

/** Takes a memory operation from registers through the memory and back. */
function performMemory(
  operation: MemoryOperation,
  state: WaveState,
  memory: MemoryPort,
  request: MemoryRequest,
): void {
  operation.prepare(state, request);
  memory.perform(operation, request);
  if (operation.access === 'load' || operation.returns) operation.deliver(state, request);
}

/**
 * Runs one wave to its end without any notion of time: memory answers at once, waits, sleeps and messages have
 * no effect. The state holds the result; `state.next` says where it stopped.
 *
 * @param state registers as at launch, constants loaded here
 */
export function runWave(
  program: DecodedProgram,
  state: WaveState,
  memory: MemoryPort,
  options: ExecutionOptions = {},
): ExecutionResult {
  const { beforeInstruction, exitingWaveId, onExport, budget = BUDGET } = options;
  const request = options.request ?? makeMemoryRequest();
  loadConstants(program, state);
  for (let executed = 0; executed < budget; executed++) {
    const instruction = program.instructions[state.next];
    if (instruction === undefined) {
      return { outcome: 'illegal', reason: `no instruction at index ${state.next}`, instructions: executed };
    }
    if (instruction.readsExitingId) state.s[SCALAR.EXITING_WAVE_ID] = exitingWaveId?.(state) ?? 0;
    beforeInstruction?.(instruction, state);
    let next = state.next + 1;
    switch (instruction.kind) {
      case 'alu':
      case 'setreg':
      case 'parameter-load':
        instruction.execute(state);
        break;
      case 'branch':
        if (instruction.execute(state) !== 0) next = instruction.target;
        break;
      case 'setpc':
        next = setpcTarget(program, instruction.execute(state));
        break;
      case 'memory':
        try {
          performMemory(instruction.memory!, state, memory, request);
        } catch (error) {
          if (!(error instanceof UnsupportedOperation)) throw error;
          return { outcome: 'illegal', reason: error.message, instructions: executed };
        }
        break;
      case 'export':
        onExport?.(instruction, state);
        break;
      case 'end':
        return { outcome: 'ended', reason: '', instructions: executed + 1 };
      case 'illegal':
        return { outcome: 'illegal', reason: instruction.reason ?? '', instructions: executed };
      default:
    }
    state.next = next;
  }
  return { outcome: 'budget', reason: `no end within ${budget} instructions`, instructions: budget };
}
