import { escapeLine, isVisible } from '../../transactions/index.js';

/**
 * Quotes a string as a single shell word. Each quote in the string becomes a closing quote, an escaped quote and an
 * opening quote. Invisible characters are escaped in the `$'…'` form, which bash and zsh decode.
 */
export function quoteShellWord(text: string): string {
  if (isVisible(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${escapeLine(text.replace(/[\\']/g, '\\$&'))}'`;
}

/** Maximum number of characters to keep per test, so a test that never stops printing cannot exhaust memory. */
const MAX_LENGTH = 1 << 16;
const TRUNCATION_NOTE = '\n[output truncated]\n';

/** Output of external code, kept for the report instead of being printed to the terminal. */
export class CapturedOutput {
  private text = '';

  /** `onText` receives each chunk immediately, so the last output is not lost if the thread dies. */
  constructor(private readonly onText: (text: string) => void = () => undefined) {}

  /** Captures all output to the given streams. */
  capture(streams: readonly NodeJS.WriteStream[]): void {
    for (const stream of streams) {
      stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
        this.add(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
        const callback = rest.find((argument) => typeof argument === 'function');
        callback?.();
        return true;
      };
    }
  }

  add(chunk: string): void {
    if (this.text.length >= MAX_LENGTH) return;
    const remaining = MAX_LENGTH - this.text.length;
    const kept = chunk.length < remaining ? chunk : chunk.slice(0, remaining) + TRUNCATION_NOTE;
    this.text += kept;
    this.onText(kept);
  }

  /** Returns and clears the text captured since the last call. */
  takeText(): string {
    const { text } = this;
    this.text = '';
    return text;
  }
}

/** Returns a message followed by the printed output, or undefined if there is neither. */
export function appendOutput(message: string | undefined, printed: string): string | undefined {
  if (printed === '') return message;
  const text = `Output:\n${printed.trimEnd()}`;
  return message === undefined ? text : `${message}\n${text}`;
}
