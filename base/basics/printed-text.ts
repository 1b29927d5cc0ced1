/**
 * Maximum number of characters to keep per test. A test that never stops printing must not fill up memory.
 */
const KEPT_MAX = 1 << 16;
const CUT = '\n[output truncated]\n';

/** Output of external code, which is kept for the report instead of being printed on the terminal. */
export class PrintedText {
  private text = '';

  /** `onText` receives each piece at once, so that the last output is not lost if the thread dies. */
  constructor(private readonly onText: (text: string) => void = () => undefined) {}

  /** Captures all output to these streams. */
  capture(streams: readonly NodeJS.WriteStream[]): void {
    for (const stream of streams) {
      stream.write = (piece: string | Uint8Array, ...others: unknown[]) => {
        this.add(typeof piece === 'string' ? piece : Buffer.from(piece).toString('utf8'));
        const done = others.find((other) => typeof other === 'function');
        done?.();
        return true;
      };
    }
  }

  add(piece: string): void {
    if (this.text.length >= KEPT_MAX) return;
    const charactersLeft = KEPT_MAX - this.text.length;
    const kept = piece.length < charactersLeft ? piece : piece.slice(0, charactersLeft) + CUT;
    this.text += kept;
    this.onText(kept);
  }

  /** Returns the text since the last call, and forgets it. */
  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }
}

/** Returns a message followed by the printed output, or undefined if there is neither. */
export function withPrinted(message: string | undefined, printed: string): string | undefined {
  if (printed === '') return message;
  const text = `It printed:\n${printed.trimEnd()}`;
  return message === undefined ? text : `${message}\n${text}`;
}
