import type { MarkKind, WaveStory } from '../../../timeline/index.js';

/** An event marker on a wave's row. */
export interface Marker {
  readonly sign: string;
  readonly cycle: number;
}

/**
 * The symbol for each kind of event. Marks use the same symbols as failure pictures; messages and exports have their
 * own.
 */
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

/** A wave's markers in cycle order. Within a cycle, the most informative one comes first. */
export function collectMarkers({ life, transactions }: WaveStory): Marker[] {
  const marks = life.marks.flatMap(({ kind, cycle }) => {
    const sign = SIGNS[kind];
    return sign === undefined ? [] : [{ sign, cycle }];
  });
  const sent = transactions.flatMap(({ kind, cycle }) =>
    kind === 'message-sent' || kind === 'exported' ? [{ sign: SIGNS[kind]!, cycle }] : [],
  );
  const weight = ({ sign }: Marker): number => '[]CVExmp'.indexOf(sign);
  return [...marks, ...sent].sort((a, b) => a.cycle - b.cycle || weight(a) - weight(b));
}
