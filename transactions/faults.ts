import type { Gfx } from '../arch/index.js';
import { GENERATIONS } from '../arch/index.js';
import type { RuleClass } from './rules.js';

/** One injectable fault (faults.md); what it does lives where it acts, under the same id. */
export interface Fault {
  readonly id: string;
  readonly title: string;
  /** Room and unit that act it out: a unit of the model, or the stimulus' program mutators. */
  readonly where: 'sc' | 'db' | 'spi' | 'sq' | 'memory' | 'program' | 'registers';
  readonly generations: readonly Gfx[];
  /** Classes of which the first violation must be. */
  readonly classes: readonly RuleClass[];
}

const WITH_IDS: readonly Gfx[] = ['gfx9', 'gfx10', 'gfx10.3'];

const ROWS = [
  {
    id: 'F08',
    title: 'same-pixel quads are packed into one wave although intrawave loading is off',
    where: 'sc',
    generations: WITH_IDS,
    classes: ['ORD', 'LAUNCH'],
  },
  {
    id: 'F22',
    title: 'the newest reported is the oldest overlapped wave',
    where: 'db',
    generations: WITH_IDS,
    classes: ['ORD'],
  },
  {
    id: 'F46',
    title: 'the exiting id runs ahead by one',
    where: 'spi',
    generations: WITH_IDS,
    classes: ['ORD'],
  },
  {
    id: 'F62',
    title: 'counters fall at issue instead of completion',
    where: 'sq',
    generations: GENERATIONS,
    classes: ['RACE', 'ORD'],
  },
  {
    id: 'F71',
    title: 'the discard path that ends the wave after the packer was set sends no message',
    where: 'program',
    generations: WITH_IDS,
    classes: ['HANG', 'PROTO'],
  },
  {
    id: 'F103',
    title: 'no store wait before the exit',
    where: 'program',
    generations: ['gfx10', 'gfx10.3', 'gfx11'],
    classes: ['RACE'],
  },
] as const satisfies readonly Fault[];

export type FaultId = (typeof ROWS)[number]['id'];

/** All faults that can be injected, in the order of faults.md. */
export const FAULTS: readonly Fault[] = ROWS;

const BY_ID = new Map<string, Fault>(ROWS.map((fault) => [fault.id, fault]));

/** The fault of that id, or undefined. */
export function findFault(id: string): Fault | undefined {
  return BY_ID.get(id);
}

/** Whether a string names an injectable fault. */
export function isFaultId(id: string): id is FaultId {
  return BY_ID.has(id);
}
