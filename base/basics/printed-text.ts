/** Maximum characters kept per test; a test that never stops printing must not fill the memory. */
const KEPT_MAX = 1 << 16;
const CUT = '\n[output truncated]\n';

/** Output of external code, kept for the report instead of going to the terminal. */
export class PrintedText {
  private text = '';

  /** `onText` receives each piece at once, so the last output survives the thread. */
  constructor(private readonly onText: (text: string) => void = () => undefined) {}

  /** Captures output to these streams. */
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

  /** The text since the last call. */
  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }
}

/** A message followed by any printed output; undefined if there is neither. */
export function withPrinted(message: string | undefined, printed: string): string | undefined {
  if (printed === '') return message;
  const text = `It printed:\n${printed.trimEnd()}`;
  return message === undefined ? text : `${message}\n${text}`;
}
