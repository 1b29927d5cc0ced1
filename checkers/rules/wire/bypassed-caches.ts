import { factsOf, isDataShare, MIN_BYPASS_SCOPE } from '../../../arch/index.js';
import type { MemoryIssued, MemoryPerformed } from '../../../transactions/index.js';
import { isKnownWave } from '../../evidence/findings/any-wave.js';
import { getWaveName, type Handlers, type Judge, type Ledgers } from '../../kit.js';

/** An access and the levels that must not serve it; the scalar cache counts as L0. */
interface Bypass extends Pick<MemoryIssued, 'wave' | 'space' | 'operation'> {
  readonly levels: ReadonlySet<MemoryPerformed['level']>;
}

/** Part of WIRE-02: an atomic is executed in L2, and the caches above it serve no load whose bits or scope bypass them. */
export function checkBypassedCaches(ledgers: Ledgers, judge: Judge): Handlers {
  const { gl1Bit } = factsOf(ledgers.gfx);
  const bypasses = new Map<number, Bypass>();
  const listLevels = ({ operation, glc, dlc, scope }: MemoryIssued): Bypass['levels'] => {
    if (operation === 'atomic') return new Set(['L0', 'GL1']);
    const bypassesFirst = scope === undefined ? glc : scope >= MIN_BYPASS_SCOPE;
    const bypassesGl1 = gl1Bit === 'glc' ? glc : dlc;
    return new Set([...(bypassesFirst ? (['L0'] as const) : []), ...(bypassesGl1 ? (['GL1'] as const) : [])]);
  };
  const report = (cycle: number, access: number, cache: string): void => {
    const { wave, operation } = bypasses.get(access)!;
    const name = `${operation === 'atomic' ? 'Atomic' : 'Load'} ${access} of ${getWaveName(ledgers, wave)}`;
    judge.reportAt(wave, cycle, {
      unit: 'memory',
      allowed: `${name} is not served by ${cache}, which ${operation === 'atomic' ? 'atomics pass' : 'its bits bypass'}.`,
      observed: `${cache} holds or serves it.`,
      hint: 'Check which operations, bits and scopes each cache passes on.',
    });
  };
  return {
    'memory-issued': (t) => {
      const { access, wave, space, operation } = t;
      if (operation === 'store' || isDataShare(space) || !isKnownWave(ledgers, wave)) return;
      const levels = listLevels(t);
      if (levels.size > 0) bypasses.set(access, { wave, space, operation, levels });
    },
    'line-filled': ({ cycle, access, cache }) => {
      if (bypasses.get(access)?.operation === 'atomic' && judge.finds(true)) report(cycle, access, cache);
    },
    'memory-performed': ({ cycle, access, level }) => {
      const bypass = bypasses.get(access);
      if (bypass?.levels.has(level) !== true || !judge.finds(true)) return;
      report(cycle, access, bypass.space === 'scalar' && level === 'L0' ? 'the scalar cache' : level);
    },
    'memory-returned': ({ access }) => bypasses.delete(access),
  };
}
