import { firstLine } from './one-line.js';

/** The message of an error of any type. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The first line of an error's message: what ended a test, without the output of the test. */
export function causeOf(error: unknown): string {
  return firstLine(errorText(error));
}

/** Whether an error is the command's or the machine's, not that of the test in which it occurred. */
export function isCommandError(error: unknown): boolean {
  const { name, code } = error as NodeJS.ErrnoException;
  return ['UsageError', 'InfrastructureError'].includes(name) || /^E[A-Z]+$/.test(code ?? '');
}
