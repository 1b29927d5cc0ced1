import { UsageError } from '../../transactions/index.js';
import type { Evaluate } from './sample.js';

const WORD = 2 ** 31;

type Operation = (a: number, b: number) => number | undefined;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
  '<': (a, b) => Number(a < b),
  '<=': (a, b) => Number(a <= b),
  '>': (a, b) => Number(a > b),
  '>=': (a, b) => Number(a >= b),
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0 ? undefined : Math.trunc(a / b)),
  '%': (a, b) => (b === 0 ? undefined : a % b),
  '<<': (a, b) => a * 2 ** b,
  '>>': (a, b) => Math.floor(a / 2 ** b),
  '&': (a, b) => (areWords(a, b) ? a & b : Number(BigInt(a) & BigInt(b))),
  '|': (a, b) => (areWords(a, b) ? a | b : Number(BigInt(a) | BigInt(b))),
  '^': (a, b) => (areWords(a, b) ? a ^ b : Number(BigInt(a) ^ BigInt(b))),
};

function areWords(a: number, b: number): boolean {
  return a >= 0 && a < WORD && b >= 0 && b < WORD;
}

/** Two operands joined; unknown where one of them is, unless the other decides. Evaluating throws `UsageError` for results above 2^53. */
export function binary(operator: string, left: Evaluate, right: Evaluate): Evaluate {
  if (operator === '&&' || operator === '||') return logical(operator === '||', left, right);
  const operate = OPERATIONS[operator]!;
  return (sample, at) => {
    const [a, b] = [left(sample, at), right(sample, at)];
    if (a === undefined || b === undefined) return undefined;
    const result = operate(a, b);
    if (result !== undefined && Math.abs(result) > Number.MAX_SAFE_INTEGER)
      throw new UsageError(`${a} ${operator} ${b} is above 2^53`);
    return result;
  };
}

/** What one operand decides alone, the other is not asked for. */
function logical(deciding: boolean, left: Evaluate, right: Evaluate): Evaluate {
  return (sample, at) => {
    const a = left(sample, at);
    if (a !== undefined && (a !== 0) === deciding) return Number(deciding);
    const b = right(sample, at);
    if (b !== undefined && (b !== 0) === deciding) return Number(deciding);
    return a === undefined || b === undefined ? undefined : Number(!deciding);
  };
}

/** `!` or `-` before an operand. */
export function unary(operator: string, operand: Evaluate): Evaluate {
  return (sample, at) => {
    const value = operand(sample, at);
    if (value === undefined) return undefined;
    return operator === '!' ? Number(value === 0) : -value;
  };
}
