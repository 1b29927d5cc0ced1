import type { Transaction, TransactionKind } from '../../transactions/index.js';

/** Names of the units that transactions come from, as used in filters. */
export const EVENT_UNITS = ['sc', 'db', 'spi', 'sq', 'memory', 'caches', 'exports', 'device'] as const;
export type EventUnit = (typeof EVENT_UNITS)[number];

/** Maps each transaction kind to its unit. */
const UNITS_BY_KIND: Readonly<Record<TransactionKind, EventUnit>> = {
  'draw-begin': 'sc',
  'draw-end': 'sc',
  primitive: 'sc',
  'wave-formed': 'sc',
  overlap: 'db',
  'depth-tested': 'db',
  'section-exit': 'db',
  'exiting-id-visible': 'db',
  'launch-requested': 'spi',
  'launch-refused': 'spi',
  'wave-launched': 'spi',
  'vgprs-released': 'spi',
  'resource-released': 'spi',
  'background-formed': 'spi',
  'background-refused': 'spi',
  'background-allocated': 'spi',
  'group-allocated': 'spi',
  'background-launched': 'spi',
  'background-released': 'spi',
  'group-released': 'spi',
  'instructions-issued': 'sq',
  'code-line-served': 'sq',
  'hwreg-written': 'sq',
  'exiting-id-polled': 'sq',
  'wait-done': 'sq',
  'event-wait-done': 'sq',
  slept: 'sq',
  woken: 'sq',
  'message-sent': 'sq',
  'wave-ended': 'sq',
  'background-barrier-reached': 'sq',
  'memory-issued': 'memory',
  'memory-performed': 'memory',
  'memory-returned': 'memory',
  'direct-read-served': 'memory',
  'translation-failed': 'memory',
  'address-unit-full': 'memory',
  'flat-answered': 'memory',
  'line-filled': 'caches',
  'line-invalidated': 'caches',
  'export-requested': 'exports',
  'export-granted': 'exports',
  'sx-alloc': 'exports',
  'sx-freed': 'exports',
  exported: 'exports',
  'colour-dumped': 'device',
  'memory-dumped': 'device',
  'gds-dumped': 'device',
  'depth-dumped': 'device',
  quiesced: 'device',
  stopped: 'device',
};

/** Returns the unit that a transaction comes from. */
export function getEventUnit({ kind }: Pick<Transaction, 'kind'>): EventUnit {
  return UNITS_BY_KIND[kind];
}

/** Fields omitted from an event's text: those shown elsewhere, and those that hold objects. */
const OMITTED_FIELDS = new Set(['kind', 'cycle', 'wave', 'holds', 'waiting']);

/** Formats a transaction as one line: its kind, wave and other fields, except false flags, lists and objects. */
export function formatEvent(transaction: Transaction): string {
  const fields = Object.entries(transaction).flatMap(([name, value]) => {
    if (OMITTED_FIELDS.has(name) || value === false || typeof value === 'object') return [];
    if (name === 'pc' || name === 'first' || name === 'last' || name === 'address')
      return [`${name} 0x${Number(value).toString(16)}`];
    return [value === true ? name : `${name} ${value}`];
  });
  const wave = 'wave' in transaction ? [`wave ${transaction.wave}`] : [];
  return [transaction.kind, ...wave, ...fields].join(' ');
}
