import { type ExportBuffer, getBufferKey, getExportBuffer } from '../../evidence/facts/export-buffer.js';
import { reservesSpace } from '../../evidence/facts/export-space.js';
import { getOrCreate, type Judge, type Ledgers, type RuleCheck } from '../../kit.js';
import { SLACK_CYCLES } from './entry-bound.js';
import type { LateReport } from './late-report.js';

/** The export space in a buffer, tracked across launches and frees. */
interface Space {
  readonly buffer: ExportBuffer;
  /** Launched waves that cannot be allocated space yet, oldest first. */
  readonly waiting: number[];
  /** Number of waves that hold space or have a grant in flight. */
  usedCount: number;
}

/**
 * Implements IDLE-02 for `sx-alloc`: a launched wave gets export space within the allocation latency, once space is
 * free and all waves that were launched earlier and wait for the same buffer have been allocated theirs (P-077, P-080).
 */
export function checkAllocations(ledgers: Ledgers, judge: Judge, reportLate: LateReport): RuleCheck {
  const { waves, background } = ledgers;
  const bound = ledgers.scenario.freedoms.exportAllocLatency[1] + SLACK_CYCLES;
  const spaces = new Map<number, Space>();
  /** For each wave with a grant in flight, the cycle in which the grant became possible. */
  const grantableCycles = new Map<number, number>();

  const findSpace = (wave: number): Space | undefined => {
    const packer = waves.find(wave)?.packer ?? -1;
    const buffer = getExportBuffer(ledgers, { wave, packer });
    if (buffer === undefined) return undefined;
    return getOrCreate(spaces, getBufferKey(buffer), () => ({ buffer, waiting: [], usedCount: 0 }));
  };

  const grant = (space: Space, cycle: number): void => {
    const { buffer, waiting } = space;
    for (; waiting.length > 0 && space.usedCount < buffer.maxWaves; space.usedCount++)
      grantableCycles.set(waiting.shift()!, cycle);
  };

  const recordLaunch = (wave: number, cycle: number): void => {
    const space = findSpace(wave);
    if (space === undefined) return;
    space.waiting.push(wave);
    grant(space, cycle);
  };

  const checkWave = (wave: number, end: number): void => {
    const since = grantableCycles.get(wave);
    if (since === undefined) return;
    judge.armed++;
    if (end - since > bound) reportLate(wave, 'gets export space', since, end, bound, 'exportAllocLatency');
  };

  return {
    'wave-launched': (t) => {
      const wave = waves.find(t.wave);
      if (wave !== undefined && reservesSpace(ledgers.gfx, wave.facts.draw.registers))
        recordLaunch(t.wave, t.cycle);
    },
    'background-launched': (t) => {
      if (background.find(t.wave) !== undefined) recordLaunch(t.wave, t.cycle);
    },
    'sx-alloc': (t) => {
      checkWave(t.wave, t.cycle);
      grantableCycles.delete(t.wave);
    },
    'sx-freed': (t) => {
      const space = findSpace(t.wave);
      if (space === undefined) return;
      space.usedCount--;
      grant(space, t.cycle);
    },
    finish: (end) => {
      for (const wave of grantableCycles.keys()) checkWave(wave, end);
    },
  };
}
