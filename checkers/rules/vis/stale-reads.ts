import type { MemoryPerformed } from '../../../transactions/index.js';
import { formatWord } from '../../evidence/basics/words.js';
import { formatSteps } from '../../evidence/findings/wave-history.js';
import { NEVER } from '../../evidence/ledger/wave-record.js';
import { checkBetweenDraws } from '../../evidence/rule/between-draws.js';
import { UNKNOWN } from '../../evidence/visibility/memory-image.js';
import type { StaleRead } from '../../evidence/visibility/visibility-ledger.js';
import type { Finding, Handlers, Judge, Ledgers } from '../../kit.js';
import { defineRule, formatPc, formatWave, locateUnit, locateWave, mergeHandlers } from '../../kit.js';
import { checkMissingBits } from './missing-bits.js';

/** Describes a stale read: which write it missed, which line was stale, and since when. */
function describeStaleRead(
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
    steps: formatSteps([
      [fill?.cycle ?? NEVER, `${line} loads the line`],
      [
        writer === undefined ? NEVER : image.writtenCycle[index],
        `${writer && formatWave(writer)} ${isAtomic ? 'changes it with an atomic' : `stores ${stored}`}`,
      ],
      [issued.cycle, `load at ${formatPc(ledgers, wave, issued.pc)} is issued`],
      [cycle, `it returns ${formatWord(observed)}`],
    ]),
    hint: getHint(isError, isOwn),
  };
}

function getHint(isError: boolean, isOwn: boolean): string {
  if (isOwn) return 'Check whether the load overtook the store: a wave must see its own stores.';
  return isError
    ? 'Find out why the cache kept or served the line even though the access requested coherence.'
    : 'Look for a missing coherent qualifier: the load lacks the coherence bits needed by its generation.';
}

/**
 * A read returns what L2 contains, or the value of a store that has not reached L2 yet. A violation is an error if
 * the access requested coherence, the wave had read the word coherently before (S-104) or stored it itself, or the
 * scenario declares it coherent. Otherwise it is a bug in the program and is reported only as a warning (S-097). A read
 * of what an earlier draw wrote may also be stale if a barrier between them only waits, unless its wave bypasses or
 * invalidates the caches itself (S-102, S-105).
 */
export const VIS_01 = defineRule({
  id: 'VIS-01',
  text: 'No read of ordered memory is served by a stale cache line.',
  statements: ['S-094', 'S-097', 'S-098', 'S-100', 'S-102', 'S-104', 'S-105', 'X-014'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed'],
  create: (ledgers, judge) =>
    mergeHandlers([
      checkMissingBits(ledgers, judge, 'vector-loads'),
      checkStaleReads(ledgers, judge, false, 'A read of WORD returns VALUE, the last value stored.'),
      checkBetweenDraws(ledgers, judge, 'visibility'),
    ]),
});

/**
 * Like VIS-01, for words last written through a different type of binding (buffer or image) or over a different path.
 */
export const VIS_03 = defineRule({
  id: 'VIS-03',
  text: 'Memory accessed through several bindings, or by vector and scalar paths, is coherent.',
  statements: ['S-087', 'S-107'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed'],
  unarmedReason: 'no scene that allows stale caches accessed ordered memory in more than one way',
  create: (ledgers, judge) =>
    mergeHandlers([
      checkMissingBits(ledgers, judge, 'scalar-loads'),
      checkStaleReads(
        ledgers,
        judge,
        true,
        'A read of WORD returns VALUE, the last value stored through any binding.',
      ),
    ]),
});

/**
 * Checks for reads of ordered memory served from a stale cache line: reads of words last written through the same
 * binding (VIS-01), or through a different one (VIS-03). `allowed` has WORD and VALUE as placeholders for the word and
 * its stored value.
 */
function checkStaleReads(
  ledgers: Ledgers,
  judge: Judge,
  usesDifferentBinding: boolean,
  allowed: string,
): Handlers {
  const { visibility } = ledgers;
  const countField = usesDifferentBinding ? 'mixedWordCount' : 'wordCount';
  return {
    'memory-performed': (t) => {
      const reads = visibility.reads.at(t);
      judge.armed += reads?.[countField] ?? 0;
      const staleRead = reads?.stale;
      if (staleRead !== undefined && staleRead.isMixed === usesDifferentBinding)
        judge.violate(describeStaleRead, ledgers, staleRead, t, allowed);
    },
  };
}
