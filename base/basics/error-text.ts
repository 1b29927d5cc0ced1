import { firstLine } from './one-line.js';

/** The message of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The first line of an error's message: what stopped a test, without the test's output. */
export function causeOf(error: unknown): string {
  return firstLine(errorText(error));
}

/** Whether an error is the fault of the command or the machine, and not of the test in which it occurred. */
export function isCommandError(error: unknown): boolean {
  const { name, code } = error as NodeJS.ErrnoException;
  return ['UsageError', 'InfrastructureError'].includes(name) || /^E[A-Z]+$/.test(code ?? '');
}
