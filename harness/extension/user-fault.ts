import {
  FAULT_OUTPUTS,
  type FaultOutput,
  type FaultyDevice,
  type OwnFault,
} from '../../transactions/index.js';
import { guardUserCode } from './user-code.js';

/** The exclusive upper bound for numeric output values. */
const NUMBER_LIMIT = 2 ** 30;

/** Wraps a fault to check its output values and add its id to any error it throws. */
export function guardFault(fault: OwnFault): OwnFault {
  const { id, output } = fault;
  const create = guardUserCode(id, (device: FaultyDevice) => {
    const getOutput = guardUserCode(id, fault.create(device) as (...values: unknown[]) => unknown);
    return guardUserCode(id, (...values: unknown[]) => checkOutput(output, getOutput(...values)));
  });
  return { ...fault, create } as OwnFault;
}

function checkOutput(output: FaultOutput, value: unknown): unknown {
  if (FAULT_OUTPUTS[output].type === 'boolean') {
    if (typeof value === 'boolean') return value;
    throw new TypeError(`Invalid ${output} ${String(value)}: expected true or false`);
  }
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < NUMBER_LIMIT) return value;
  throw new TypeError(
    `Invalid ${output} ${String(value)}: expected an integer from 0 to ${NUMBER_LIMIT - 1}`,
  );
}
