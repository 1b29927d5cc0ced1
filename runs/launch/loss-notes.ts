/** The maximum number of losses to report. */
const NOTES_MAX = 10;

/** Reports each loss once, up to `NOTES_MAX` of them. */
export class LossNotes {
  private readonly printed = new Set<string>();

  constructor(private readonly onNote: ((line: string) => void) | undefined) {}

  report(line: string): void {
    if (this.printed.has(line) || this.printed.size > NOTES_MAX) return;
    const isLast = this.printed.add(line).size > NOTES_MAX;
    this.onNote?.(isLast ? 'Further lost workers are not shown' : line);
  }
}
