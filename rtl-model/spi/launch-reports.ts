import { HWREG } from '../../arch/index.js';
import type { LaunchResource, WAVE_TYPES } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import type { Wave } from '../wave.js';
import type { Group } from './background/group.js';

/** Reports the launch of a pixel wave by a controller that takes `loadCycles` cycles to load its registers. */
export function reportLaunch(
  context: DeviceContext,
  wave: Wave,
  waveType: (typeof WAVE_TYPES)[number],
  controller: number,
  loadCycles: number,
): void {
  const { sink, now } = context;
  if (!sink) return;
  const { slot, state, plan } = wave;
  const { vectorFirst, vectorRows, scalarFirst, scalarCount, localFirst, localDwords, scratchSlot } =
    wave.launch;
  sink({
    kind: 'wave-launched',
    cycle: now,
    wave: wave.number,
    waveType,
    slot,
    simd: wave.place.simd,
    sgprs: state.s,
    sgprCount: plan.sgprCount,
    vgprs: state.v,
    vgprCount: plan.vgprCount,
    mode: state.hw[HWREG.MODE],
    popsPacker: state.hw[HWREG.POPS_PACKER],
    controller,
    loadCycles,
    holds: { vectorFirst, vectorRows, scalarFirst, scalarCount, localFirst, localDwords, scratchSlot },
  });
}

/** Reports the launch of a background wave. */
export function reportBackgroundLaunch(
  context: DeviceContext,
  wave: Wave,
  { source }: Group,
  controller: number,
  loadCycles: number,
): void {
  const { sink, now } = context;
  const { number: waveNumber } = wave;
  if (sink)
    sink({ kind: 'background-launched', cycle: now, wave: waveNumber, source, controller, loadCycles });
}

/** Reports that the oldest wave of a queue does not fit, unless that has already been reported. */
export function reportRefusal(context: DeviceContext, wave: Wave, resource: LaunchResource): void {
  if (wave.launch.refusalReported) return;
  wave.launch.refusalReported = true;
  const { sink, now } = context;
  if (!sink) return;
  const source = wave.group?.source;
  if (source !== undefined)
    sink({ kind: 'background-refused', cycle: now, wave: wave.number, source, resource });
  else sink({ kind: 'launch-refused', cycle: now, wave: wave.number, resource });
}
