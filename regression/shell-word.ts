/** A text as one word of a shell: a quote in it ends the shell's quotes, stands for itself, and begins them again. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
