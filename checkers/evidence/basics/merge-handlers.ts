import type { Transaction } from '../../../transactions/index.js';
import type { Handlers } from './handlers.js';

import { collectRepeatHandlers } from './repeats.js';

type Handler = (first: Transaction, second?: Transaction) => void;

/**
 * Merges the handlers of a rule's parts, including `onWave` and `finish`. Those for the same kind run in the order of
 * `parts`.
 */
export function mergeHandlers<Part extends Handlers & { readonly onWave?: object }>(
  owners: readonly (Part | undefined)[],
): Part {
  const parts = owners.filter((owner) => owner !== undefined);
  const onWave = parts.flatMap((part) => part.onWave ?? []);
  const repeated = collectRepeatHandlers(parts);
  return {
    ...mergeFunctions(parts.map(({ 'instructions-repeated': _, onWave: __, ...part }) => part)),
    ...(onWave.length > 0 && { onWave: mergeFunctions(onWave) }),
    ...(repeated?.length && {
      'instructions-repeated': (stretch, times) => {
        for (const handler of repeated) handler(stretch, times);
      },
    }),
  } as Part;
}

function mergeFunctions(records: readonly object[]): object {
  const handlersByName = new Map<string, Handler[]>();
  for (const record of records)
    for (const [name, handler] of Object.entries(record) as [string, Handler][])
      handlersByName.set(name, [...(handlersByName.get(name) ?? []), handler]);
  const entries = [...handlersByName].map(([name, handlers]): [string, Handler] => [
    name,
    handlers.length === 1
      ? handlers[0]!
      : (first, second) => {
          for (let i = 0; i < handlers.length; i++) handlers[i]!(first, second);
        },
  ]);
  return Object.fromEntries(entries);
}
