/** What an error says, whoever threw it. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
