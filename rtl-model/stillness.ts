import { type DeviceContext, getReceiver, indexOf, UNIT } from './context.js';
import type { GlobalDataShare } from './gds/global-data-share.js';
import type { LocalDataShare } from './lds/local-data-share.js';
import type { Memory } from './memory/memory.js';
import type { Launcher } from './spi/launcher.js';
import type { IsLooping } from './sq/endless-loops.js';
import { STATUS } from './wave.js';
import type { WaveRecords } from './wave-records.js';

/** The units needed to look up which wave an event belongs to. */
export interface EventUnits {
  readonly records: WaveRecords;
  readonly launcher: Launcher;
  readonly memory: Memory;
  readonly localDataShare: LocalDataShare;
  readonly globalDataShare: GlobalDataShare;
}

/**
 * Whether every pending event belongs to a wave stuck in a loop that no longer changes state, so nothing else can make
 * progress.
 */
export function onlyLoopsRemain(units: EventUnits, { wheel }: DeviceContext, isLooping: IsLooping): boolean {
  const isFetching = units.launcher.running.some(
    (wave) => wave?.status === STATUS.FETCH && !isLooping(wave, Number.POSITIVE_INFINITY),
  );
  if (isFetching) return false;
  return wheel.everyPending((event) => {
    const index = indexOf(event);
    switch (getReceiver(event)) {
      case UNIT.WAVE:
        return isLooping(units.records.at(index), Number.POSITIVE_INFINITY);
      case UNIT.PERFORM:
      case UNIT.RETURN: {
        const { wave, access } = units.memory.recordAt(index);
        return isLooping(wave, access);
      }
      case UNIT.LDS:
        return isLooping(units.localDataShare.waveAt(index), Number.POSITIVE_INFINITY);
      case UNIT.LDS_BANKS:
        return units.localDataShare
          .getWavesIn(index)
          .every((wave) => isLooping(wave, Number.POSITIVE_INFINITY));
      case UNIT.GDS:
        return isLooping(units.globalDataShare.waveAt(index), Number.POSITIVE_INFINITY);
      case UNIT.FETCH:
        return true;
      default:
        return false;
    }
  });
}
