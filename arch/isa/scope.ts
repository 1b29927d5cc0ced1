import type { Fields } from './formats/layout.js';
import type { MemoryRow } from './rows/memory-row.js';

/** Names of the scopes, by number (RDNA4 ISA manual, 4.1): compute unit, shader engine, device, and whole system. */
export const SCOPES = ['SCOPE_CU', 'SCOPE_SE', 'SCOPE_DEV', 'SCOPE_SYS'] as const;

/** The widest scope. */
const SYSTEM = 3;
const DEVICE = 2;

/**
 * The lowest scope at which an access bypasses L0 or the scalar cache, which belong to one compute unit or work-group
 * processor: the first scope wider than that.
 */
export const MIN_BYPASS_SCOPE = 1;

/** Bits of an atomic's temporal hint. */
const TH_ATOMIC = { RETURN: 1, NT: 2, CASCADE: 4 } as const;

/** The temporal hints of loads and stores, by number. Hint 3 has a different name at system scope. */
const HINTS = {
  LOAD: ['RT', 'NT', 'HT', 'LU', 'NT_RT', 'RT_NT', 'NT_HT', undefined],
  STORE: ['RT', 'NT', 'HT', 'RT_WB', 'NT_RT', 'RT_NT', 'NT_HT', 'NT_WB'],
} as const;

const BYPASS = 3;

function getAtomicHint(th: number, scope: number): string | undefined {
  const isNt = (th & TH_ATOMIC.NT) !== 0;
  const returns = (th & TH_ATOMIC.RETURN) !== 0;
  if ((th & TH_ATOMIC.CASCADE) !== 0) return scope >= DEVICE ? `CASCADE${isNt ? '_NT' : '_RT'}` : undefined;
  return isNt ? `NT${returns ? '_RETURN' : ''}` : 'RETURN';
}

function formatHint(access: MemoryRow['access'], th: number, scope: number): string {
  const kind = access === 'store' ? 'STORE' : 'LOAD';
  const name =
    access === 'atomic'
      ? getAtomicHint(th, scope)
      : th === BYPASS && scope === SYSTEM
        ? 'BYPASS'
        : HINTS[kind][th];
  const prefix = access === 'atomic' ? 'TH_ATOMIC' : `TH_${kind}`;
  return name === undefined ? `0x${th.toString(16)}` : `${prefix}_${name}`;
}

/** Formats the modifiers for the scope and temporal hint of an access. Zeros are omitted. */
export function formatScopeAndHint(access: MemoryRow['access'], { th = 0, scope = 0 }: Fields): string[] {
  return [
    ...(th === 0 ? [] : [`th:${formatHint(access, th, scope)}`]),
    ...(scope === 0 ? [] : [`scope:${SCOPES[scope]}`]),
  ];
}

/** Returns the number of the scope with the given name, or undefined if there is none. */
export function getScopeNumber(text: string): number | undefined {
  const number = (SCOPES as readonly string[]).indexOf(text);
  return number < 0 ? undefined : number;
}

/** Returns the number of the temporal hint with the given name and scope, or undefined if there is none. */
export function getHintNumber(access: MemoryRow['access'], text: string, scope: number): number | undefined {
  return [1, 2, 3, 4, 5, 6, 7].find((th) => formatHint(access, th, scope) === text);
}

/** Returns whether an atomic returns the old value, according to its GLC bit or its hint. */
export function returnsOldValue({ glc = 0, th = 0 }: Fields): boolean {
  return glc !== 0 || (th & TH_ATOMIC.RETURN) !== 0;
}
