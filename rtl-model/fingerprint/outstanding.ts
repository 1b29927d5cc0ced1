import type { CounterName, Instruction, RegisterUse } from '../../arch/index.js';
import type { AccessRecord } from '../memory/access-record.js';
import type { Units } from '../units.js';
import type { Wave } from '../wave.js';

/** An outstanding operation that will write to registers of a wave. */
export interface Outstanding {
  /** The counter that the operation decrements when it completes. */
  readonly counter: CounterName;
  readonly registers: RegisterUse;
}

/** The outstanding operations that will write to a wave's registers, except for `returned`, which has just returned. */
export function listOutstanding(
  { memory, localDataShare }: Units,
  wave: Wave,
  returned: AccessRecord | Instruction | undefined,
): readonly Outstanding[] {
  const inMemory = memory.listAccesses(wave).filter((record) => record !== returned && returnsData(record));
  const local = localDataShare
    .getOutstandingOperations(wave)
    .filter((instruction) => instruction !== returned);
  return [
    ...inMemory.map(({ operation, instruction }) => ({
      counter: operation.counter,
      registers: instruction.defines,
    })),
    ...local.map((instruction) => ({
      counter: instruction.memory?.counter ?? ('exp' as const),
      registers: instruction.defines,
    })),
  ];
}

/** Whether an access returns data. */
export function returnsData({ operation }: AccessRecord): boolean {
  return operation.access === 'load' || operation.returns === true;
}
