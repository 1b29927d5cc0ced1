import type { SectionExit, SxAllocated, SxFreed } from '../../../transactions/index.js';
import { QUAD_COLUMNS, WAVE_TYPES } from '../../../transactions/index.js';
import type { Judge, Ledgers, WaveRecord } from '../../kit.js';
import { defineRule, describeBound, formatWave, QUAD } from '../../kit.js';

/** This holds throughout the run, so all fragments of a pixel go through one packer. */
export const LAUNCH_05 = defineRule({
  id: 'LAUNCH-05',
  text: 'Each screen region belongs to one packer; the waves of a packer use its wave type, export space and exit counter.',
  statements: ['P-058', 'P-059', 'P-060', 'P-062', 'P-063', 'P-088'],
  needs: ['wave-formed'],
  bounds: ['packers', 'regionSize'],
  create(ledgers, judge) {
    const owners = new Map<number, WaveRecord>();
    const checkPacker = (wave: WaveRecord, t: SxAllocated | SxFreed | SectionExit): void => {
      if (judge.finds(t.packer !== wave.packer))
        judge.reportAt(wave, t.cycle, {
          unit: t.kind === 'section-exit' ? 'spi' : 'sx',
          allowed: `The exports and the exit of ${formatWave(wave)} go through packer ${wave.packer}.`,
          observed: `${formatWave(wave)} ${ACTIONS[t.kind]} ${t.packer}.`,
          steps: [
            `cycle ${wave.formedCycle}: packer ${wave.packer} forms ${formatWave(wave)}`,
            `cycle ${t.cycle}: it ${ACTIONS[t.kind]} ${t.packer}`,
          ],
          hint: 'Check how the packer number is passed to the exports.',
        });
    };
    return {
      onWave: {
        'sx-alloc': checkPacker,
        'sx-freed': checkPacker,
        'section-exit': checkPacker,
        'wave-formed': (wave, t) => {
          if (judge.finds(t.packer >= ledgers.scenario.freedoms.packers)) {
            const { packers } = ledgers.scenario.freedoms;
            judge.reportAt(wave, wave.formedCycle, {
              unit: 'sc',
              allowed: `Packers are numbered from 0 to ${packers - 1}.`,
              observed: `${formatWave(wave)} was formed by packer ${wave.packer}.`,
              hint: 'Check how quads are assigned to the packer of their region.',
              ...describeBound(ledgers.scenario, 'packers', wave.packer + 1),
            });
          }
          for (let quad = 0; quad < wave.quadCount; quad++) checkRegion(ledgers, judge, owners, wave, quad);
        },
        'wave-launched': (wave, t) => {
          if (judge.finds(t.waveType !== WAVE_TYPES[wave.packer]))
            judge.reportAt(wave, t.cycle, {
              unit: 'spi',
              allowed: `Waves of packer ${wave.packer} are of type ${WAVE_TYPES[wave.packer]}.`,
              observed: `${formatWave(wave)} is launched with type ${t.waveType}.`,
              steps: [`cycle ${wave.formedCycle}: packer ${wave.packer} forms ${formatWave(wave)}`],
              hint: 'Check how the packer number is passed to the launch.',
            });
        },
      },
    };
  },
});

/** Exceeds the number of regions in a row of any screen, so row and column can be combined into one number. */
const REGIONS_ACROSS = 1 << 15;

function checkRegion(
  ledgers: Ledgers,
  judge: Judge,
  owners: Map<number, WaveRecord>,
  wave: WaveRecord,
  quad: number,
): void {
  const { regionSize } = ledgers.scenario.freedoms;
  const x = wave.quads[quad * QUAD_COLUMNS + QUAD.X];
  const y = wave.quads[quad * QUAD_COLUMNS + QUAD.Y];
  const region = Math.floor(y / regionSize) * REGIONS_ACROSS + Math.floor(x / regionSize);
  const owner = owners.get(region);
  if (owner === undefined) owners.set(region, wave);
  else if (owner.packer !== wave.packer && judge.fires())
    judge.reportAt(wave, wave.formedCycle, {
      unit: 'sc',
      place: { pixel: [x, y], otherWave: owner.wave },
      allowed: `The region of ${regionSize}x${regionSize} pixels around pixel (${x}, ${y}) belongs to packer ${owner.packer}, which formed ${formatWave(owner)} there.`,
      observed: `${formatWave(wave)} has a quad in it but was formed by packer ${wave.packer}.`,
      steps: [
        `cycle ${owner.formedCycle}: packer ${owner.packer} forms ${formatWave(owner)} with a quad in the region`,
        `cycle ${wave.formedCycle}: packer ${wave.packer} forms ${formatWave(wave)} with another such quad`,
      ],
      hint: 'Check how quads are assigned to the packer of their region.',
    });
}

/** Verb phrases that describe what a wave does in each kind of transaction. */
const ACTIONS = {
  'sx-alloc': 'is allocated export space from packer',
  'sx-freed': 'releases export space of packer',
  'section-exit': 'has its exit counted by packer',
} as const;
