import type { MarkKind } from '../timeline/index.js';

/** How one kind of event is drawn. */
export interface MarkSymbol {
  readonly symbol: string;
  readonly label: string;
  /** If two marks need the same column, the one with the larger weight is shown. */
  readonly weight: number;
}

/** The symbols for all events, in the order in which a wave goes through them. */
export const MARK_SYMBOLS: Readonly<Record<MarkKind, MarkSymbol>> = {
  formed: { symbol: 'F', label: 'formed', weight: 5 },
  launched: { symbol: 'L', label: 'launched', weight: 3 },
  'packer-set': { symbol: 'P', label: 'packer set', weight: 4 },
  poll: { symbol: 'p', label: 'poll', weight: 2 },
  sleep: { symbol: 'z', label: 'asleep', weight: 1 },
  entry: { symbol: '[', label: 'entry wait ended', weight: 9 },
  'exit-sent': { symbol: ']', label: 'exit sent', weight: 8 },
  'exit-counted': { symbol: 'C', label: 'exit counted', weight: 7 },
  'exit-visible': { symbol: 'V', label: 'exit visible', weight: 6 },
  ended: { symbol: 'E', label: 'ended', weight: 5 },
};

/** The symbols that mark the issue of ordered accesses. */
export const ACCESS_SYMBOLS = { load: 'l', store: 's', atomic: 'a' } as const;
