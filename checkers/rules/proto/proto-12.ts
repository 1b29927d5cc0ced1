import {
  COUNTER_NAMES,
  type CounterName,
  type Instruction,
  type MemoryOperation,
  NO_LIMIT,
  SCOPES,
} from '../../../arch/index.js';
import type { CounterValues, MemoryIssued, WaitDone, WaveEnded } from '../../../transactions/index.js';
import type { Handlers, ProgramPoint, WaveRecord } from '../../kit.js';
import {
  defineRule,
  findWaveProgram,
  formatInstructionAt,
  formatWave,
  getInstructionAt,
  getWaveHistory,
  getWaveName,
  NEVER,
} from '../../kit.js';

/** The bits of the `s_sendmsg` immediate that hold the message number. */
const MESSAGE_FIELD = 0xf;

/** A wave's action at an instruction of its program, as reported by a transaction. */
interface WaveAction extends ProgramPoint {
  readonly wave: number;
}

/**
 * The rule compares:
 * - memory instructions: operation, space, counter and coherence bits
 * - exports: target, enabled components and `done`
 * - register writes: register, offset and size
 * - messages and event waits
 * - exiting-id reads and program ends
 * - counter waits, which end with no counter above its limit
 *
 * PROTO-10 checks which instructions a wave reaches.
 */
export const PROTO_12 = defineRule({
  id: 'PROTO-12',
  text: "A wave's actions match the instruction at its pc, and it does nothing after it ends.",
  statements: ['S-042', 'S-076', 'S-092', 'S-098'],
  create(ledgers, judge) {
    /** Waves whose end has been checked. The ledger marks a wave as ended before that. */
    const endedWaves = new WeakSet<WaveRecord>();
    const checkAction = <T extends WaveAction>(
      t: T,
      matches: ActionMatcher<T>,
      describeAction: ActionFormatter<T>,
    ): void => {
      const program = findWaveProgram(ledgers, t.wave);
      if (program === undefined) return;
      judge.armed++;
      const wave = ledgers.waves.find(t.wave);
      if (wave !== undefined && wave.endedCycle !== NEVER && endedWaves.has(wave)) {
        if (judge.fires()) {
          const name = formatWave(wave);
          judge.reportAt(wave, t, {
            unit: 'sq',
            allowed: `${name} has ended and must not do anything else.`,
            observed: `${name} ${describeAction(t)}.`,
            steps: getWaveHistory(ledgers, wave),
            hint: 'Check why an ended wave keeps running, and whether the monitor reports the right wave number.',
          });
        }
        return;
      }
      const instruction = getInstructionAt(program, t.pc);
      if ((instruction === undefined || !matches(instruction, t)) && judge.fires())
        judge.reportAt(t.wave, t, {
          unit: 'sq',
          allowed: `${getWaveName(ledgers, t.wave)} executes ${formatInstructionAt(ledgers, program, t.pc)}.`,
          observed: `${getWaveName(ledgers, t.wave)} ${describeAction(t)}.`,
          hint: 'Check how the unit decodes the instruction, and whether the monitor reports the right pc.',
        });
    };
    const compare: Comparer = (matches, describeAction) => (t) => checkAction(t, matches, describeAction);
    const checkEnd = compare<WaveEnded>(
      ({ kind }) => kind === 'end',
      () => 'ends',
    );
    return {
      ...checkAccessesAndWrites(compare),
      ...checkMessagesAndWaits(compare),
      'wave-ended': (t) => {
        if (t.by !== 'halt') checkEnd(t);
        const wave = ledgers.waves.find(t.wave);
        if (wave !== undefined) endedWaves.add(wave);
      },
    };
  },
});

type ActionMatcher<T> = (instruction: Instruction, t: T) => boolean;
type ActionFormatter<T> = (t: T) => string;

/** Returns a handler that compares a wave's action with the instruction at its pc. */
type Comparer = <T extends WaveAction>(
  matches: ActionMatcher<T>,
  describeAction: ActionFormatter<T>,
) => (t: T) => void;

function checkAccessesAndWrites(compare: Comparer): Handlers {
  return {
    'memory-issued': compare(
      ({ memory }, t) =>
        memory?.access === t.operation && memory.space === t.space && isSameAccess(memory, t),
      (t) => `issues a ${t.space} ${t.operation} tracked by ${t.counter}, ${formatBits(t)}`,
    ),
    exported: compare(
      ({ export: encoded }, t) =>
        encoded?.target === t.target && encoded.done === t.done && encoded.enabled === t.enabled,
      (t) =>
        `exports components 0x${t.enabled.toString(16)} to target ${t.target} ${t.done ? 'with' : 'without'} done`,
    ),
    'hwreg-written': compare(
      ({ hwreg }, t) => hwreg?.id === t.register && hwreg.offset === t.offset && hwreg.size === t.size,
      (t) => `writes ${t.size} bits of hardware register ${t.register} starting at bit ${t.offset}`,
    ),
  };
}

function checkMessagesAndWaits(compare: Comparer): Handlers {
  return {
    'message-sent': compare(
      ({ kind, immediate }, t) => kind === 'message' && (immediate & MESSAGE_FIELD) === t.message,
      (t) => `sends message ${t.message}`,
    ),
    'event-wait-done': compare(
      ({ kind, immediate }, t) => kind === 'wait-event' && immediate === t.immediate,
      (t) => `waits for the event with immediate ${t.immediate}`,
    ),
    'wait-done': compare(
      (instruction, t) => findCounterOverLimit(instruction, t) === undefined,
      (t) =>
        `continues with ${COUNTER_NAMES.map((counter) => `${counter} ${getCount(t, counter)}`).join(', ')}`,
    ),
    'exiting-id-polled': compare(
      ({ readsExitingId }) => readsExitingId,
      () => 'reads the exiting id',
    ),
  };
}

/** Whether an access uses the counter and the coherence bits that its instruction specifies. */
function isSameAccess(encoded: MemoryOperation, { counter, glc, dlc, slc, scope }: MemoryIssued): boolean {
  const hasSameBits = encoded.glc === glc && encoded.dlc === dlc && encoded.slc === slc;
  return encoded.counter === counter && hasSameBits && encoded.scope === scope;
}

function formatBits({ glc, dlc, slc, scope }: MemoryIssued): string {
  if (scope !== undefined) return `with scope ${SCOPES[scope] ?? scope}`;
  const setBits = [glc ? 'glc' : '', dlc ? 'dlc' : '', slc ? 'slc' : ''].filter((bit) => bit !== '');
  return setBits.length === 0 ? 'without glc, dlc or slc' : `with ${setBits.join(', ')}`;
}

/** Returns the value of a counter, or 0 if the generation does not have it. */
function getCount(counts: CounterValues, name: CounterName): number {
  return counts[name] ?? 0;
}

/** Returns a counter that exceeds its limit when a wait ends, if any. Built-in waits specify no limit. */
function findCounterOverLimit({ limits }: Instruction, counts: WaitDone): CounterName | undefined {
  if (limits === undefined) return undefined;
  for (let i = 0; i < COUNTER_NAMES.length; i++) {
    const name = COUNTER_NAMES[i]!;
    if (limits[i] !== NO_LIMIT && getCount(counts, name) > limits[i]!) return name;
  }
  return undefined;
}
