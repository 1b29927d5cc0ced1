import type { MarkKind } from '../../timeline/index.js';

/** How a kind of event is drawn. */
export interface MarkSymbol {
  readonly symbol: string;
  readonly text: string;
  /** If two marks need the same column, the one with the larger weight is shown. */
  readonly weight: number;
}

/** The symbols of all events, in the order of a wave's life. */
export const MARK_SYMBOLS: Readonly<Record<MarkKind, MarkSymbol>> = {
  formed: { symbol: 'F', text: 'formed', weight: 5 },
  launched: { symbol: 'L', text: 'launched', weight: 3 },
  'packer-set': { symbol: 'P', text: 'packer set', weight: 4 },
  poll: { symbol: 'p', text: 'poll', weight: 2 },
  sleep: { symbol: 'z', text: 'asleep', weight: 1 },
  entry: { symbol: '[', text: 'entry wait ended', weight: 9 },
  'exit-sent': { symbol: ']', text: 'exit sent', weight: 8 },
  'exit-counted': { symbol: 'C', text: 'exit counted', weight: 7 },
  'exit-visible': { symbol: 'V', text: 'exit visible', weight: 6 },
  ended: { symbol: 'E', text: 'ended', weight: 5 },
};

/** The symbols that mark the issue of ordered accesses. */
export const ACCESS_SYMBOLS = { load: 'l', store: 's', atomic: 'a' } as const;
