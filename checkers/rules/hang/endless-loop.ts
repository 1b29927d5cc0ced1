import { type DecodedProgram, type Instruction, SCALAR } from '../../../arch/index.js';
import type { WaitCause } from '../../../transactions/index.js';
import {
  formatInstructionAt,
  formatWaves,
  hasLane,
  type Ledgers,
  NEVER,
  type WaveRecord,
} from '../../kit.js';

/** The cause reported for a wave that loops forever. */
export type LoopCause = Extract<WaitCause, { readonly on: 'loop' }>;

/** The registers that conditional branches test, which therefore decide whether a loop ends. */
const CONDITION_REGISTERS = [SCALAR.SCC, SCALAR.VCC_LO, SCALAR.EXEC_LO];

/** Explains why a wave never leaves its loop and what would have to change, as a clause: `loops forever …: …`. */
export function describeLoop(
  ledgers: Ledgers,
  program: DecodedProgram,
  cause: LoopCause,
  self?: WaveRecord,
): string {
  const show = (pc: number): string => formatInstructionAt(ledgers, program, pc);
  const { first, last, why } = cause;
  const location =
    first === last ? `loops forever at ${show(first)}` : `loops forever from ${show(first)} to ${show(last)}`;
  if (why === 'no-way-out') return `${location}: no branch out of it reaches the end of the program`;
  const body = getBody(program, cause);
  const loopClause = `${location}, and each iteration ends in the same state${describeLoopTest(body, show)}`;
  const poll = body.find(({ readsExitingId }) => readsExitingId);
  const load = body.find(({ kind }) => kind === 'memory');
  if (load !== undefined && hasOnlyHelpers(program, cause, self))
    return `${loopClause}; only helper lanes are left in it: ${show(load.pc)} accesses no memory for them, and its result is undefined`;
  if (load !== undefined)
    return `${loopClause}; ${show(load.pc)} reads ${formatAddress(ledgers, cause.address)}, which ${describeWriters(ledgers, self)}`;
  if (poll !== undefined)
    return `${loopClause}; ${show(poll.pc)} reads the exiting id, which ${describePossibleExits(ledgers, self)}`;
  return `${loopClause}; it reads nothing that another wave could change`;
}

/** Returns the pc to inspect first: the load whose value never changes or, if there is none, the start of the loop. */
export function findLoopPc(program: DecodedProgram, cause: LoopCause): number {
  return getBody(program, cause).find(({ kind }) => kind === 'memory')?.pc ?? cause.first;
}

function getBody({ instructions }: DecodedProgram, { first, last }: LoopCause): readonly Instruction[] {
  return instructions.filter(({ pc }) => pc >= first && pc <= last);
}

function describeLoopTest(body: readonly Instruction[], show: (pc: number) => string): string {
  const branch = body.findLast(({ kind, mnemonic }) => kind === 'branch' && mnemonic !== 's_branch');
  if (branch === undefined) return '';
  const testedRegisters = CONDITION_REGISTERS.filter((register) => branch.uses.scalars.includes(register));
  const comparison = body.findLast(
    ({ index, defines }) =>
      index < branch.index && testedRegisters.some((register) => defines.scalars.includes(register)),
  );
  return comparison === undefined ? '' : ` (${show(comparison.pc)} decides whether to loop)`;
}

/** Returns whether a loop accesses memory, and last did so without a lane that the wave's primitive covers. */
export function hasOnlyHelpers(
  program: DecodedProgram,
  cause: LoopCause,
  self: WaveRecord | undefined,
): boolean {
  if (self === undefined || !getBody(program, cause).some(({ kind }) => kind === 'memory')) return false;
  const { lanePixels, accessLanesLo, accessLanesHi } = self;
  return !lanePixels.some((pixel, lane) => pixel >= 0 && hasLane(accessLanesLo, accessLanesHi, lane));
}

/** Formats an address relative to its object. */
function formatAddress({ scenario }: Ledgers, address: number): string {
  if (address < 0) return 'memory';
  const hexAddress = `0x${address.toString(16)}`;
  const object = scenario.memory.find(
    (candidate) => address >= candidate.address && address < candidate.address + candidate.bytes,
  );
  return object === undefined
    ? hexAddress
    : `${object.name}+0x${(address - object.address).toString(16)} (${hexAddress})`;
}

function describeWriters(ledgers: Ledgers, self: WaveRecord | undefined): string {
  const otherWaves = findOtherLiveWaves(ledgers, self);
  if (otherWaves.length === 0) return 'no remaining wave could write';
  return `only ${formatWaves(otherWaves)} could still write, and none of them can make progress`;
}

function describePossibleExits(ledgers: Ledgers, self: WaveRecord | undefined): string {
  const otherWaves = findOtherLiveWaves(ledgers, self).filter(({ exitedCycle }) => exitedCycle === NEVER);
  return otherWaves.length === 0
    ? 'no further exit will advance'
    : `only exits of ${formatWaves(otherWaves)} could advance`;
}

function findOtherLiveWaves({ waves }: Ledgers, self: WaveRecord | undefined): readonly WaveRecord[] {
  return waves.formed.kept.filter((wave) => wave !== self && wave.endedCycle === NEVER);
}
