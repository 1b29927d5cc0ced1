import type { MemoryPerformed } from '../../../transactions/index.js';
import { formatWord } from '../../evidence/basics/words.js';
import { UNKNOWN } from '../../evidence/visibility/memory-image.js';
import type { StaleRead } from '../../evidence/visibility/visibility-ledger.js';
import { type Finding, formatPc, formatWave, type Ledgers, locateUnit, locateWave } from '../../kit.js';

/** Describes a stale read: which write it missed, which line was stale, and since when. */
export function describeStaleRead(
  ledgers: Ledgers,
  read: StaleRead,
  { cycle, cache = -1 }: MemoryPerformed,
  allowed: string,
): Finding {
  const { flight, word, address, lane, observed, level, isError, isOwn } = read;
  const { wave, issued } = flight;
  const { image, index, object } = word;
  const pixel = issued.space === 'scalar' ? -1 : wave.lanePixels[lane];
  const name = issued.space === 'scalar' ? 'scalar' : level === 'L0' || level === 'GL1' ? level : undefined;
  const fill =
    name === undefined ? undefined : ledgers.visibility.fills.find(name, cache, object.address, address);
  const writer = ledgers.waves.findByOrder(image.writer[index]);
  const location = `${object.name} at 0x${address.toString(16)}`;
  const isAtomic = image.unknown[index] === UNKNOWN.ATOMIC;
  const stored = isAtomic ? 'the result of an atomic' : formatWord(image.newest[index]);
  const line = `${name ?? level}${cache < 0 ? '' : ` ${cache}`}`;
  return {
    cycle,
    severity: isError ? 'error' : 'warning',
    unit: isError ? 'memory' : 'program',
    place: {
      ...locateWave(ledgers, wave, issued.pc),
      ...(pixel < 0
        ? {}
        : locateUnit(ledgers, pixel * ledgers.grid.unitsPerPixel + ledgers.grid.unitsPerPixel - 1)),
    },
    allowed: allowed.replace('WORD', location).replace('VALUE', stored),
    observed: `${formatWave(wave)} reads ${formatWord(observed)} from ${line}.`,
    steps: [
      ...(fill === undefined ? [] : [`cycle ${fill.cycle}: ${line} loads the line`]),
      ...(writer === undefined
        ? []
        : [
            `cycle ${image.writtenCycle[index]}: ${formatWave(writer)} ${isAtomic ? 'changes it with an atomic' : `stores ${stored}`}`,
          ]),
      `cycle ${issued.cycle}: load at ${formatPc(ledgers, wave, issued.pc)} is issued`,
      `cycle ${cycle}: it returns ${formatWord(observed)}`,
    ].sort((a, b) => parseCycle(a) - parseCycle(b)),
    hint: getHint(isError, isOwn),
  };
}

function getHint(isError: boolean, isOwn: boolean): string {
  if (isOwn) return 'Check whether the load overtook the store: a wave must see its own stores.';
  return isError
    ? 'Find out why the cache kept or served the line even though the access requested coherence.'
    : 'Look for a missing coherent qualifier: the load lacks the coherence bits needed by its generation.';
}

function parseCycle(step: string): number {
  return Number(step.slice('cycle '.length, step.indexOf(':')));
}
