import { type DeviceContext, indexOf, UNIT, unitOf } from './context.js';
import type { GlobalDataShare } from './gds/global-data-share.js';
import type { LocalDataShare } from './lds/local-data-share.js';
import type { Memory } from './memory/memory.js';
import type { Launcher } from './spi/launcher.js';
import type { GoesRound } from './sq/endless-loops.js';
import { STATUS } from './wave.js';
import type { WaveRecords } from './wave-records.js';

/** The units that know which wave an event belongs to. */
export interface MovingUnits {
  readonly records: WaveRecords;
  readonly launcher: Launcher;
  readonly memory: Memory;
  readonly localDataShare: LocalDataShare;
  readonly globalDataShare: GlobalDataShare;
}

/** Whether every pending event belongs to a wave looping in one state, so that nothing can change. */
export function nothingElseMoves(
  units: MovingUnits,
  { wheel }: DeviceContext,
  goesRound: GoesRound,
): boolean {
  const fetches = units.launcher.running.some(
    (wave) => wave?.status === STATUS.FETCH && !goesRound(wave, Number.POSITIVE_INFINITY),
  );
  if (fetches) return false;
  return wheel.everyPending((event) => {
    const index = indexOf(event);
    switch (unitOf(event)) {
      case UNIT.WAVE:
        return goesRound(units.records.at(index), Number.POSITIVE_INFINITY);
      case UNIT.PERFORM:
      case UNIT.RETURN: {
        const { wave, access } = units.memory.recordAt(index);
        return goesRound(wave, access);
      }
      case UNIT.LDS:
        return goesRound(units.localDataShare.waveAt(index), Number.POSITIVE_INFINITY);
      case UNIT.LDS_BANKS:
        return units.localDataShare.wavesIn(index).every((wave) => goesRound(wave, Number.POSITIVE_INFINITY));
      case UNIT.GDS:
        return goesRound(units.globalDataShare.waveAt(index), Number.POSITIVE_INFINITY);
      case UNIT.FETCH:
        return true;
      default:
        return false;
    }
  });
}
