import type { Transaction, TransactionKind } from '../transactions/index.js';

/** The names of the hardware units of transactions, as in filters. */
export const EVENT_UNITS = ['sc', 'db', 'spi', 'sq', 'memory', 'caches', 'exports', 'device'] as const;
export type EventUnit = (typeof EVENT_UNITS)[number];

/** The unit of each kind of transaction. */
const UNIT_OF: Readonly<Record<TransactionKind, EventUnit>> = {
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

/** The unit of a transaction. */
export function unitOf({ kind }: Pick<Transaction, 'kind'>): EventUnit {
  return UNIT_OF[kind];
}

/** The fields omitted from a text line: those shown elsewhere, and those with objects. */
const OMITTED_FIELDS = new Set(['kind', 'cycle', 'wave', 'holds', 'waiting']);

/** Prints a transaction on one line: its kind, its wave, and its other fields except false flags, lists and objects. */
export function eventText(transaction: Transaction): string {
  const fields = Object.entries(transaction).flatMap(([name, value]) => {
    if (OMITTED_FIELDS.has(name) || value === false || typeof value === 'object') return [];
    if (name === 'pc' || name === 'first' || name === 'last' || name === 'address')
      return [`${name} 0x${Number(value).toString(16)}`];
    return [value === true ? name : `${name} ${value}`];
  });
  const wave = 'wave' in transaction ? [`wave ${transaction.wave}`] : [];
  return [transaction.kind, ...wave, ...fields].join(' ');
}
