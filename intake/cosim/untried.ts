/** The messages that assign an id to a wave: CYCLE PACKER ID. */
const ID_MESSAGES: readonly string[] = ['formed', 'completed', 'numbered'];

/**
 * Tracks which behaviour the messages of both sides have exercised. For example, a packer's ids 6, 7, 0 exercise
 * wrapping, but 5, 6, 7 do not.
 */
export class UntestedBehaviour {
  private idsWrapped = false;
  private windowWasFull = false;
  private isNumbering = false;
  private readonly settings = new Map<string, number>();
  /** The last id assigned by each packer. */
  private readonly lastIds = new Map<number, number>();
  /** The oldest id of each packer that may still be in use. */
  private readonly oldestIds = new Map<number, number>();

  /** Processes lines from one side, in order. */
  observe(lines: readonly string[]): void {
    for (const line of lines) {
      const [name = '', ...fields] = line.split(' ');
      if (name === 'set') this.settings.set(fields[0]!, Number(fields[1]));
      else if (name === 'begin') this.begin();
      else if (name === 'window') this.oldestIds.set(Number(fields[1]), Number(fields[2]));
      else if (ID_MESSAGES.includes(name)) this.recordFormed(name, Number(fields[1]), Number(fields[2]));
    }
  }

  /** One line per kind of unexercised behaviour, with the option that exercises it. */
  get lines(): readonly string[] {
    const isWindowUntested = this.isNumbering && !this.windowWasFull;
    return [
      ...(this.idsWrapped ? [] : ['not tested: id wraparound; also run with --set idWrap=7']),
      ...(isWindowUntested ? ['not tested: a full id window; also run with --set idWindow=4'] : []),
    ];
  }

  private begin(): void {
    this.lastIds.clear();
    this.oldestIds.clear();
  }

  private recordFormed(name: string, packer: number, id: number): void {
    this.idsWrapped ||= id < (this.lastIds.get(packer) ?? 0);
    this.lastIds.set(packer, id);
    if (name !== 'numbered') return;
    this.isNumbering = true;
    const { settings } = this;
    const idCount = settings.get('id_wrap')! + 1;
    const idsInUse = (id - (this.oldestIds.get(packer) ?? settings.get('id_start')!) + idCount) % idCount;
    this.windowWasFull ||= idsInUse >= settings.get('id_window')!;
  }
}
