import { chipOf, hasRegister, registerField } from '../../arch/index.js';
import type { Finding, Judge } from '../findings/judge.js';
import { waveStory } from '../findings/wave-story.js';
import { counted, unitName, unitPlace, waveName, wavePlace } from '../findings/wording.js';
import type { DrawFacts } from '../ledger/draws.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';

/** What is seen of one packer. */
interface Line {
  /** Waves that were formed and have not ended. */
  inside: number;
  /** A drain closed the last one, so the next quad waits for all of them. */
  drains: boolean;
}

/**
 * Invariant: in a draw that drains on overlap no quad goes on while an older wave that it meets is unfinished, and behind a
 * wave that a drain closed the packer forms none before all its waves have ended (S-131; pops.md 1, drain). Whether the
 * drain is for the packer or the whole engine is open (U19), so the packer is what counts.
 */
export function createOrd11(ledgers: Ledgers, judge: Judge): RuleCheck {
  const drains = ledgers.draws.map((facts) => drainsOnOverlap(ledgers, facts));
  if (!drains.includes(true)) return { on: {} };
  const lines: Line[] = [];
  const lineOf = (packer: number): Line => {
    lines[packer] ??= { inside: 0, drains: false };
    return lines[packer];
  };
  return {
    on: {
      'wave-formed': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined) return;
        const line = lineOf(wave.packer);
        if (drains[t.draw]) judgeWave(ledgers, judge, wave, line);
        line.inside++;
        line.drains = t.reason === 'drain';
      },
      'wave-ended': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave !== undefined) lineOf(wave.packer).inside--;
      },
    },
  };
}

/** Whether its registers ask a draw with ordering to drain, on a chip that can. */
function drainsOnOverlap({ gfx, scenario }: Ledgers, { draw, interlocked }: DrawFacts): boolean {
  const isSet = (name: string): boolean => registerField(gfx, draw.registers, name) === 1;
  return (
    interlocked &&
    hasRegister(chipOf(scenario.chip), 'DB_DFSM_CONTROL') &&
    isSet('DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP') &&
    isSet('DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER') &&
    !isSet('DB_DFSM_CONFIG.DISABLE_POPS')
  );
}

function judgeWave(ledgers: Ledgers, judge: Judge, wave: WaveRecord, line: Line): void {
  judge.armed++;
  const met = wave.predecessors[0];
  if (met !== undefined) judge.violate(() => describeMet(ledgers, wave, met.wave, met.unit));
  else if (line.drains && line.inside > 0) judge.violate(() => describeEarly(ledgers, wave, line.inside));
}

function describeMet(ledgers: Ledgers, wave: WaveRecord, older: WaveRecord, unit: number): Finding {
  return {
    cycle: wave.formedCycle,
    unit: 'db',
    place: { ...wavePlace(ledgers, wave), ...unitPlace(ledgers, unit), otherWave: older.wave },
    allowed: `The draw drains on overlap: a quad at ${unitName(ledgers, unit)} waits until ${waveName(older)} has ended.`,
    observed: `${waveName(wave)} is formed with such a quad while that wave is inside.`,
    steps: waveStory(ledgers, older),
    hint: HINT,
  };
}

function describeEarly(ledgers: Ledgers, wave: WaveRecord, inside: number): Finding {
  return {
    cycle: wave.formedCycle,
    unit: 'db',
    place: wavePlace(ledgers, wave),
    allowed: `Packer ${wave.packer} drains: it forms no wave before all of its waves have ended.`,
    observed: `${waveName(wave)} is formed while ${counted(inside, 'wave', 'waves')} of it ${inside === 1 ? 'has' : 'have'} not ended.`,
    steps: wave.olderInPacker === undefined ? [] : waveStory(ledgers, wave.olderInPacker),
    hint: HINT,
  };
}

const HINT =
  'Look at what ends the drain: the pixel pipe has to be empty, not only free of the wave that was met.';
