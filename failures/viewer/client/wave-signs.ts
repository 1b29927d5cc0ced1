import type { MarkKind, WaveStory } from '../../../timeline/index.js';

/** A sign of an event on a wave's row. */
export interface Sign {
  readonly sign: string;
  readonly cycle: number;
}

/** Signs of a wave's events by kind: those of marks as in pictures of failures, and those of messages and exports. */
export const SIGNS: Readonly<Partial<Record<MarkKind | 'message-sent' | 'exported', string>>> = {
  poll: 'p',
  entry: '[',
  'exit-sent': ']',
  'message-sent': 'm',
  exported: 'x',
  'exit-counted': 'C',
  'exit-visible': 'V',
  ended: 'E',
};

/** A wave's signs in cycle order; in one cycle, the most informative first. */
export function waveSigns({ life, transactions }: WaveStory): Sign[] {
  const marks = life.marks.flatMap(({ kind, cycle }) => {
    const sign = SIGNS[kind];
    return sign === undefined ? [] : [{ sign, cycle }];
  });
  const sent = transactions.flatMap(({ kind, cycle }) =>
    kind === 'message-sent' || kind === 'exported' ? [{ sign: SIGNS[kind]!, cycle }] : [],
  );
  const weight = ({ sign }: Sign): number => '[]CVExmp'.indexOf(sign);
  return [...marks, ...sent].sort((a, b) => a.cycle - b.cycle || weight(a) - weight(b));
}
