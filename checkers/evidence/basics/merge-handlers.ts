import type { Transaction, TransactionKind } from '../../../transactions/index.js';
import type { Handlers } from './handlers.js';

import { collectRepeatHandlers } from './repeats.js';

type Handler = (transaction: Transaction) => void;

/** Merges the handlers of a rule's parts. Handlers for the same kind run in the order of `parts`. */
export function mergeHandlers(owners: readonly (Handlers | undefined)[]): Handlers {
  const parts = owners.filter((owner) => owner !== undefined);
  const handlersByKind = new Map<TransactionKind, Handler[]>();
  for (const { 'instructions-repeated': _, ...part } of parts) {
    for (const [kind, handler] of Object.entries(part) as [TransactionKind, Handler][])
      handlersByKind.set(kind, [...(handlersByKind.get(kind) ?? []), handler]);
  }
  const entries = [...handlersByKind].map(([kind, handlers]) => [
    kind,
    handlers.length === 1
      ? handlers[0]
      : (t: Transaction) => {
          for (let i = 0; i < handlers.length; i++) handlers[i]!(t);
        },
  ]);
  const repeated = collectRepeatHandlers(parts);
  return {
    ...(Object.fromEntries(entries) as Handlers),
    ...(repeated?.length && {
      'instructions-repeated': (stretch, times) => {
        for (const handler of repeated) handler(stretch, times);
      },
    }),
  };
}
