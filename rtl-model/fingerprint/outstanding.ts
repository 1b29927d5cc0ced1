import type { CounterName, Instruction, RegisterUse } from '../../arch/index.js';
import type { AccessRecord } from '../memory/access-record.js';
import type { Units } from '../units.js';
import type { Wave } from '../wave.js';

/** An operation of a wave that will write registers when it comes back. */
export interface Outstanding {
  /** The counter that falls then. */
  readonly counter: CounterName;
  readonly registers: RegisterUse;
}

/** What is on its way to the registers of a wave, but for `back`, which has just come back. */
export function outstandingOf(
  { memory, localDataShare }: Units,
  wave: Wave,
  back: AccessRecord | Instruction | undefined,
): readonly Outstanding[] {
  const inMemory = memory.accessesOf(wave).filter((record) => record !== back && delivers(record));
  const local = localDataShare.operationsOf(wave).filter((instruction) => instruction !== back);
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

/** Whether an access brings data back. */
export function delivers({ operation }: AccessRecord): boolean {
  return operation.access === 'load' || operation.returns === true;
}
