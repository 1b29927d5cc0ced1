import { factsOf, GENERATIONS, type GenerationFacts } from '../../arch/index.js';
import type { LineFilled, MemoryIssued } from '../../transactions/index.js';
import type { Ledgers } from '../facts/ledgers.js';
import { nameOfWave, placeOfWave } from '../findings/any-wave.js';
import type { Judge } from '../findings/judge.js';
import type { Rule, RuleCheck } from '../rule/rule.js';

/**
 * Invariant: a load leaves lines only in the caches that its bits let it use. GLC passes L0 and the scalar cache, DLC passes GL1, and on
 * GFX11 GLC does (S-100, S-102); atomics take place in L2. From GFX10 on, SLC streams: it leaves no line in L0 and GL1, and with GLC
 * passes both (LLVM, SIMemoryLegalizer). Lines that stores fill are not judged.
 */
export const VIS_04: Rule = {
  id: 'VIS-04',
  text: 'A load or atomic fills only the caches that its coherence bits let it use.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-100', 'S-102'],
  needs: ['wave-formed', 'memory-issued', 'line-filled'],
  unarmed: 'no scene had caches that may be stale',
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  if (!ledgers.visibility.isActive) return { on: {} };
  const facts = factsOf(ledgers.gfx);
  const sent = new Map<number, MemoryIssued>();
  return {
    on: {
      'memory-issued': (t) => {
        if (t.operation !== 'store') sent.set(t.access, t);
      },
      'line-filled': (t) => {
        const access = sent.get(t.access);
        if (access === undefined) return;
        judge.armed++;
        if (!mayFill(facts, access, t.cache)) judge.violate(describe, ledgers, access, t);
      },
      'memory-returned': ({ access }) => {
        sent.delete(access);
      },
    },
  };
}

/** Whether the bits of an access let it leave a line in a cache of that level. */
function mayFill(
  { gl1Bit, slcStreams }: GenerationFacts,
  { operation, glc, dlc, slc }: MemoryIssued,
  level: LineFilled['cache'],
): boolean {
  if (operation === 'atomic' || (slc && slcStreams)) return false;
  if (level !== 'GL1') return !glc;
  return gl1Bit === 'glc' ? !glc : !dlc;
}

function describe(ledgers: Ledgers, { wave, pc, access, glc, dlc, slc }: MemoryIssued, t: LineFilled) {
  const bits = [glc && 'GLC', dlc && 'DLC', slc && 'SLC'].filter(Boolean).join(' and ');
  const kind = bits === '' ? 'an atomic' : `sent with ${bits}`;
  return {
    cycle: t.cycle,
    unit: 'memory',
    place: placeOfWave(ledgers, wave, pc),
    allowed: `Access ${access} of ${nameOfWave(ledgers, wave)} is ${kind}, and leaves no line in ${t.cache}.`,
    observed: `It fills ${t.cache} ${t.index} with line 0x${t.address.toString(16)} in cycle ${t.cycle}.`,
    steps: [],
    hint: 'Check which bits of an access each level of caches looks at.',
  };
}
