import type { DecodedProgram, Gfx, Instruction } from '../../../arch/index.js';
import { memoisePerProgram } from '../../../arch/index.js';
import type { InstructionsIssued } from '../../../transactions/index.js';
import { getCertainRegisters } from '../../evidence/program/certain-registers.js';
import { areLanesDisjoint } from '../../evidence/static/disjoint-lanes.js';
import { overlaps, writesOutOfOrder } from '../../evidence/static/outstanding.js';
import type { AccessRecord, Judge, Ledgers, WaveRecord } from '../../kit.js';
import { defineRule, findInstructionIndex, formatPc, formatWave, reportEveryPath } from '../../kit.js';

/**
 * The last range of instructions found not to affect a wave's pending accesses, so that a loop within it need only
 * be checked once. The range stays valid while the wave's newest pending access stays the same, since older ones can
 * only finish.
 */
class HazardFreeRange {
  private wave: WaveRecord | undefined;
  /** The wave's newest pending access, by number. */
  private newest = -1;
  private first = 0;
  private end = 0;

  /** Whether the range contains the instructions from `first` to `last` and `wave` has issued no access since. */
  contains(wave: WaveRecord, first: number, last: number): boolean {
    return (
      first >= this.first && last < this.end && wave === this.wave && getNewestAccess(wave) === this.newest
    );
  }

  /** Remembers the range from `first` up to but not including `end`. */
  remember(wave: WaveRecord, first: number, end: number): void {
    this.wave = wave;
    this.newest = getNewestAccess(wave);
    this.first = first;
    this.end = end;
  }
}

function getNewestAccess({ pending }: WaveRecord): number {
  return pending[pending.length - 1].id;
}

const PAST_END = 0x7fffffff;

/**
 * Finds a program's next instruction that waits or that accesses a load's destination. Each table maps an index
 * (including one past the end) to the first match at or after it, or to `PAST_END`.
 */
class HazardLookup {
  readonly #waits: Int32Array;
  /** For each load, by index, the next instruction that accesses its destination. */
  readonly #nextAccesses: (Int32Array | undefined)[] = [];

  constructor(private readonly program: DecodedProgram) {
    this.#waits = buildTable(program, ({ wait }) => wait !== undefined);
  }

  /** Returns the index of the first instruction at or after `from` that waits for counters. */
  findNextWait(from: number): number {
    return this.#waits[from];
  }

  /** Returns the index of the first instruction at or after `from` that reads or overwrites a load's destination. */
  findNextAccess({ index, defines }: Instruction, from: number): number {
    this.#nextAccesses[index] ??= buildTable(this.program, (instruction) => {
      const { uses, defines: written } = getCertainRegisters(instruction);
      return overlaps(uses, defines) || overlaps(written, defines);
    });
    return this.#nextAccesses[index][from];
  }
}

function buildTable({ instructions }: DecodedProgram, matches: (instruction: Instruction) => boolean) {
  const next = new Int32Array(instructions.length + 1).fill(PAST_END);
  for (let i = instructions.length - 1; i >= 0; i--) next[i] = matches(instructions[i]) ? i : next[i + 1];
  return next;
}

/** Returns a program's `HazardLookup`, which is cached. */
export const getHazardLookup = memoisePerProgram((program) => new HazardLookup(program));

/**
 * Checked on the executed path. A load (or returning atomic) affects only later instructions. Instructions are
 * checked only while accesses are pending, and only those that wait or use an affected register. If loads preserve
 * inactive lanes, touching only those lanes is not a race (`areLanesDisjoint`).
 */
export const RACE_02 = defineRule({
  id: 'RACE-02',
  text: 'A register that an access writes is read only after the access has completed and been waited on.',
  statements: ['S-083', 'P-124', 'P-125', 'P-137', 'P-154', 'X-013'],
  needs: ['wave-formed', 'instructions-issued', 'memory-issued', 'memory-performed', 'wait-done'],
  unarmedReason: 'no instruction was issued while an access was outstanding',
  skips: {
    waves:
      'of background work: LAUNCH-08 compares what they store, and RACE-08 and RACE-12 judge their waits',
  },
  costs: 'it looks up what every burst reads while data is outstanding',
  create(ledgers, judge) {
    const { waves, waits } = ledgers;
    /** Each draw's lookup of the next instruction that waits or uses a register. */
    const lookups: HazardLookup[] = [];
    const hazardFree = new HazardFreeRange();
    const checkRange = (wave: WaveRecord, first: number, last: number, cycle: number): void => {
      const program = wave.facts.decoded;
      const draw = wave.facts.index;
      lookups[draw] ??= getHazardLookup(program);
      const lookup = lookups[draw];
      let i = findNextHazard(lookup, wave.pending, first);
      if (i > last) hazardFree.remember(wave, first, i);
      for (; i <= last && wave.pending.length > 0; i = findNextHazard(lookup, wave.pending, i + 1)) {
        const instruction = program.instructions[i];
        // If anything issues after a wait, the wait must be over, even if that has not been reported yet.
        if (instruction.wait !== undefined && i < last) waits.recordEnd(wave, instruction);
        else checkInstruction(ledgers, judge, wave, instruction, cycle);
      }
    };
    const onIssue = (t: InstructionsIssued, times: number): void => {
      const wave = waves.find(t.wave);
      if (wave === undefined || wave.pending.length === 0) return;
      const program = wave.facts.decoded;
      const first = findInstructionIndex(program, t.first);
      const last = findInstructionIndex(program, t.last);
      if (first < 0 || last < 0) return;
      judge.armed += times;
      for (let i = 0; i < times && !hazardFree.contains(wave, first, last); i++)
        checkRange(wave, first, last, t.cycle);
    };
    return {
      'instructions-issued': (t) => onIssue(t, 1),
      'instructions-repeated': onIssue,
      finish: (end) => reportEveryPath(ledgers, judge, end),
    };
  },
});

/** Returns the index of the first instruction at or after `from` that waits or uses a register of a pending access. */
function findNextHazard(lookup: HazardLookup, pending: readonly AccessRecord[], from: number): number {
  let next = lookup.findNextWait(from);
  for (let i = 0; i < pending.length; i++) {
    const { instruction: load, operation } = pending[i];
    if (load === undefined || operation === 'store') continue;
    next = Math.min(next, lookup.findNextAccess(load, from));
  }
  return next;
}

function checkInstruction(
  ledgers: Ledgers,
  judge: Judge,
  wave: WaveRecord,
  instruction: Instruction,
  cycle: number,
): void {
  for (const access of wave.pending) {
    const load = access.instruction;
    if (load === undefined || access.operation === 'store') continue;
    const { uses, defines } = getCertainRegisters(instruction);
    const isRead = overlaps(uses, load.defines);
    if (!isRead && (returnsAfter(instruction, load, ledgers.gfx) || !overlaps(defines, load.defines)))
      continue;
    if (areLanesDisjoint(wave.facts.decoded, load, instruction)) continue;
    if (judge.fires()) {
      const isLate = access.isCovered && !access.isPerformed;
      judge.reportAt(wave, cycle, {
        pc: instruction.pc,
        unit: isLate ? 'sq' : 'program',
        allowed: `The result of the ${access.operation} at ${formatPc(ledgers, wave, access.pc)} may be ${isRead ? 'read' : 'overwritten'} only after the ${access.operation} has been performed and a wait for ${access.counter} has covered it.`,
        observed: `${formatWave(wave)} ${isRead ? 'reads' : 'overwrites'} it at ${formatPc(ledgers, wave, instruction.pc)}, ${isLate ? 'after the wait but before the access was performed' : 'without such a wait'}.`,
        steps: [
          `cycle ${access.cycle}: ${access.operation} at ${formatPc(ledgers, wave, access.pc)}`,
          `cycle ${cycle}: ${formatPc(ledgers, wave, instruction.pc)}`,
        ],
        hint: isLate
          ? 'Check when the counter is decremented.'
          : `Look for the missing wait for ${access.counter} between the two instructions.`,
      });
    }
    return;
  }
}

/**
 * Whether both instructions are loads that return in order on the same counter, so the later one writes the
 * register after the earlier one. On GFX12, vector loads of one type may write their registers in any order.
 */
function returnsAfter({ memory }: Instruction, { memory: earlierMemory }: Instruction, gfx: Gfx): boolean {
  if (memory === undefined || memory.counter !== earlierMemory?.counter) return false;
  return !writesOutOfOrder(gfx, earlierMemory.space);
}
