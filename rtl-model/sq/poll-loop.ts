import type { DecodedProgram, Instruction, WaveState } from '../../arch/index.js';
import { makeWaveState, SCALAR } from '../../arch/index.js';
import type { Freedoms } from '../../transactions/index.js';
import { waveId } from '../db/wave-ids.js';
import type { Wave } from '../wave.js';

/** Instructions of one round that a loop may have and still count as polling. */
const ROUND_MAX = 64;

/** How one round of a loop ended that was tried with some exiting id. */
type Round = 'again' | 'leaves' | 'changes';

/** What waiting in a polling loop amounts to. */
export interface ParkPlan {
  /** Running number that the exiting id must reach for the loop to be left; Infinity: no id up to the own one does it. */
  readonly target: number;
  /** Instructions of one round. */
  readonly length: number;
}

/**
 * Finds out, by trying rounds on a copy of the scalar registers, whether a wave at a sleep (or at a poll that
 * never sleeps) is in a loop that only waits for the exiting id, and which id would let it leave. Every id up
 * to the wave's own is tried in turn, as the wave itself would see them; so a wrong compare parks where it
 * would really stay.
 */
export class PollLoop {
  private readonly scratch: WaveState;
  private readonly before: Int32Array;
  private length = 0;
  private enabled = false;

  constructor(
    private readonly freedoms: Freedoms,
    lanes: WaveState['lanes'],
    scalars: number,
  ) {
    this.scratch = makeWaveState(lanes, 1, scalars);
    this.before = new Int32Array(this.scratch.s.length);
  }

  /**
   * `home` is the instruction that every round comes back to (the sleep, or the poll itself), `next` the one after it.
   * `shown` is the running number that polls see now. Undefined when the loop does more than poll, or would leave now.
   */
  plan(wave: Wave, program: DecodedProgram, home: number, next: number, shown: number): ParkPlan | undefined {
    this.enabled = wave.packerEnabled;
    this.scratch.s.set(wave.state.s);
    this.scratch.hw.set(wave.state.hw);
    if (this.tryRound(program, home, next, shown) !== 'again') return undefined;
    this.before.set(this.scratch.s);
    if (this.tryRound(program, home, next, shown) !== 'again' || !this.unchanged()) return undefined;
    const length = this.length;
    const last = wave.sequence + 1 + (wave.messageSent ? this.freedoms.idWrap : 0);
    for (let sequence = shown + 1; this.enabled && sequence <= last; sequence++) {
      const round = this.tryRound(program, home, next, sequence);
      if (round === 'leaves') return { target: sequence, length };
      if (round === 'changes') return undefined;
    }
    return { target: Number.POSITIVE_INFINITY, length };
  }

  private unchanged(): boolean {
    const { s } = this.scratch;
    for (let i = 0; i < SCALAR.CONSTANTS; i++) if (s[i] !== this.before[i]) return false;
    return true;
  }

  private tryRound(program: DecodedProgram, home: number, next: number, sequence: number): Round {
    const { scratch } = this;
    let at = next;
    let polled = home === next - 1 && program.instructions[home].readsExitingId;
    if (polled) this.step(program.instructions[home], sequence);
    for (this.length = 1; this.length < ROUND_MAX; this.length++) {
      if (at === home) return polled ? 'again' : 'changes';
      const instruction = program.instructions[at];
      if (instruction === undefined) return 'leaves';
      if (instruction.kind === 'branch') {
        at = instruction.execute(scratch) === 1 ? instruction.target : at + 1;
      } else if (instruction.kind === 'nop') {
        at++;
      } else if (isScalar(instruction)) {
        polled ||= instruction.readsExitingId;
        this.step(instruction, sequence);
        at++;
      } else {
        return 'leaves';
      }
    }
    return 'changes';
  }

  private step(instruction: Instruction, sequence: number): void {
    if (instruction.readsExitingId) {
      this.scratch.s[SCALAR.EXITING_WAVE_ID] = this.enabled ? waveId(this.freedoms, sequence) : 0;
    }
    instruction.execute(this.scratch);
  }
}

function isScalar(instruction: Instruction): boolean {
  return (
    instruction.kind === 'alu' &&
    instruction.defines.vectors.length === 0 &&
    instruction.uses.vectors.length === 0
  );
}
