import { firstLine } from './one-line.js';

/** What an error says, no matter what threw it. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Its first line: what ended a test, without what the test had printed by then. */
export function causeOf(error: unknown): string {
  return firstLine(errorText(error));
}

/** Whether an error is about the command or the machine, not about the test that met it. */
export function isOfCommand(error: unknown): boolean {
  const { name, code } = error as NodeJS.ErrnoException;
  return ['UsageError', 'InfrastructureError'].includes(name) || /^E[A-Z]+$/.test(code ?? '');
}
