import type { MarkKind, WaveTimeline } from '../../timeline/index.js';

/** An event marker on a wave's row. */
export interface Marker {
  readonly symbol: string;
  readonly cycle: number;
}

/**
 * The symbol for each kind of event. Lifetime events use the same symbols as in failure pictures; messages and exports
 * have their own.
 */
export const MARKER_SYMBOLS: Readonly<Partial<Record<MarkKind | 'message-sent' | 'exported', string>>> = {
  poll: 'p',
  entry: '[',
  'exit-sent': ']',
  'message-sent': 'm',
  exported: 'x',
  'exit-counted': 'C',
  'exit-visible': 'V',
  ended: 'E',
};

/** Returns a wave's markers in cycle order. Within a cycle, the most informative one comes first. */
export function collectMarkers({ life, transactions }: WaveTimeline): Marker[] {
  const lifeMarkers = life.marks.flatMap(({ kind, cycle }) => {
    const symbol = MARKER_SYMBOLS[kind];
    return symbol === undefined ? [] : [{ symbol, cycle }];
  });
  const sentMarkers = transactions.flatMap(({ kind, cycle }) =>
    kind === 'message-sent' || kind === 'exported' ? [{ symbol: MARKER_SYMBOLS[kind]!, cycle }] : [],
  );
  const rank = ({ symbol }: Marker): number => '[]CVExmp'.indexOf(symbol);
  return [...lifeMarkers, ...sentMarkers].sort((a, b) => a.cycle - b.cycle || rank(a) - rank(b));
}
