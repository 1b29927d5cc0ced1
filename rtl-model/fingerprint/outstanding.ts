import type { CounterName, Instruction, RegisterUse } from '../../arch/index.js';
import type { AccessRecord } from '../memory/access-record.js';
import type { Units } from '../units.js';
import type { Wave } from '../wave.js';

/** An outstanding operation that will write to a wave's registers. */
export interface OutstandingOp {
  /** The counter that the operation decrements when it completes. */
  readonly counter: CounterName;
  readonly registers: RegisterUse;
}

/** Returns the outstanding operations that will write to a wave's registers, other than the one that just returned. */
export function listOutstanding(
  { memory, localDataShare }: Units,
  wave: Wave,
  returned: AccessRecord | Instruction | undefined,
): readonly OutstandingOp[] {
  const accesses = memory.listAccesses(wave).filter((record) => record !== returned && returnsData(record));
  const localOperations = localDataShare
    .getOutstandingOperations(wave)
    .filter((instruction) => instruction !== returned);
  return [
    ...accesses.map(({ operation, instruction }) => ({
      counter: operation.counter,
      registers: instruction.defines,
    })),
    ...localOperations.map((instruction) => ({
      counter: instruction.memory?.counter ?? ('exp' as const),
      registers: instruction.defines,
    })),
  ];
}

/** Whether an access returns data. */
export function returnsData({ operation }: AccessRecord): boolean {
  return operation.access === 'load' || operation.returns === true;
}
