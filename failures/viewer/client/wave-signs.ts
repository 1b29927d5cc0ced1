import type { MarkKind, WaveStory } from '../../../timeline/index.js';

/** The sign that marks an event on a wave's row. */
export interface Sign {
  readonly sign: string;
  readonly cycle: number;
}

/** The sign for each kind of event. Marks have the same signs as in pictures of failures; messages and exports have their own. */
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

/** A wave's signs in cycle order. Within a cycle, the most informative sign comes first. */
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
