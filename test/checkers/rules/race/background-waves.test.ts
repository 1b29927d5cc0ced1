import {
  FIRST_BACKGROUND_WAVE,
  type MemoryIssued,
  type Transaction,
} from '../../../../transactions/index.js';
import { createGdsScene, createVertexScene, INSTANCED_DRAW } from '../../../support/background-scene.js';
import { checkRun } from '../../support/checked-run.js';

const isBackground = (wave: number | undefined): boolean => (wave ?? -1) >= FIRST_BACKGROUND_WAVE;

/** Returns a function that says whether a transaction is of a kind and by a compute or geometry wave. */
const isOfKind = (kind: Transaction['kind']) => (t: Transaction) =>
  t.kind === kind && 'wave' in t && isBackground(t.wave);

/** Returns what a rule reports about background waves of a run in which a monitor loses transactions. */
function reportLosing(rule: string, isLost: (t: Transaction) => boolean) {
  const { violations } = checkRun(createGdsScene('navi21'), (t) => (isLost(t) ? undefined : t));
  return violations.find((violation) => violation.rule === rule && isBackground(violation.place.wave));
}

describe('compute waves', () => {
  it('may not end a wait while an access that it waits for is outstanding', () => {
    expect(reportLosing('RACE-12', isOfKind('memory-returned'))?.allowed).toMatch(
      /^compute wave .* outstanding on/,
    );
  });

  it('may not end a wait while the export bus has not read what it waits for', () => {
    const isGrant = isOfKind('export-granted');
    let grants = 0;
    const violation = reportLosing('RACE-12', (t) => isGrant(t) && grants++ > 0);
    expect(violation?.allowed).toMatch(/^compute wave .* outstanding on exp/);
  });

  it('are judged but not reported in an unchanged run', () => {
    const { violations, armed } = checkRun(createGdsScene('navi21'));
    expect(violations).toEqual([]);
    expect(armed['RACE-12']).toBeGreaterThan(0);
  });
});

it('reports accesses of geometry waves to the same bytes that are performed in another order', () => {
  const first = new Map<number, MemoryIssued>();
  const partners = new Map<number, number>();
  const { violations } = checkRun(createVertexScene('navi21', INSTANCED_DRAW), (t) => {
    if (t.kind === 'memory-issued' && isBackground(t.wave) && t.space === 'buffer') {
      const earlier = first.get(t.wave);
      if (earlier === undefined) {
        const store = { ...t, operation: 'store', addresses: t.addresses.slice() } as const;
        first.set(t.wave, store);
        return store;
      }
      if (partners.has(earlier.access)) return t;
      partners.set(earlier.access, t.access).set(t.access, earlier.access);
      return { ...t, addresses: earlier.addresses };
    }
    if (t.kind !== 'memory-performed') return t;
    return { ...t, access: partners.get(t.access) ?? t.access };
  });
  const violation = violations.find(({ rule, place }) => rule === 'RACE-09' && isBackground(place.wave));
  expect(violation?.allowed).toMatch(/^In geometry wave .* takes effect before/);
});
