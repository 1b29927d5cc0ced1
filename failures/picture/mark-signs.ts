import type { MarkKind } from '../../timeline/index.js';

/** How a kind of event is drawn. */
export interface MarkSign {
  readonly sign: string;
  readonly text: string;
  /** If two marks need one column, the heavier one is shown. */
  readonly weight: number;
}

/** Signs of all events, in a wave's order. */
export const MARK_SIGNS: Readonly<Record<MarkKind, MarkSign>> = {
  formed: { sign: 'F', text: 'formed', weight: 5 },
  launched: { sign: 'L', text: 'launched', weight: 3 },
  'packer-set': { sign: 'P', text: 'packer set', weight: 4 },
  poll: { sign: 'p', text: 'poll', weight: 2 },
  sleep: { sign: 'z', text: 'asleep', weight: 1 },
  entry: { sign: '[', text: 'entry wait ended', weight: 9 },
  'exit-sent': { sign: ']', text: 'exit sent', weight: 8 },
  'exit-counted': { sign: 'C', text: 'exit counted', weight: 7 },
  'exit-visible': { sign: 'V', text: 'exit visible', weight: 6 },
  ended: { sign: 'E', text: 'ended', weight: 5 },
};

/** Signs of ordered accesses at their issue. */
export const ACCESS_SIGNS = { load: 'l', store: 's', atomic: 'a' } as const;
