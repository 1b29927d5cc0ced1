/** Maximum losses reported. */
const NOTES_MAX = 10;

/** Reports each loss once, up to a number of them. */
export class LossNotes {
  private readonly told = new Set<string>();

  constructor(private readonly onNote: ((line: string) => void) | undefined) {}

  tell(line: string): void {
    if (this.told.has(line) || this.told.size > NOTES_MAX) return;
    const isLast = this.told.add(line).size > NOTES_MAX;
    this.onNote?.(isLast ? 'Further lost workers are not shown' : line);
  }
}
