/** The maximum number of losses to report. */
const MAX_NOTES = 10;

/** Reports each loss once, up to `MAX_NOTES` of them. */
export class LossNotes {
  private readonly reported = new Set<string>();

  constructor(private readonly onNote: ((line: string) => void) | undefined) {}

  report(line: string): void {
    if (this.reported.has(line) || this.reported.size > MAX_NOTES) return;
    const isLast = this.reported.add(line).size > MAX_NOTES;
    this.onNote?.(isLast ? 'Further lost workers are not shown' : line);
  }
}
