import { type Explored, lineToPaste, STATES_KEPT, shellWord } from '../../regression/index.js';
import { type ExploreValues, STATES_MAX } from './values.js';

/**
 * How a search that did not end is taken up again: the line to paste. One whose table of states is full would stop there again, so it
 * gets twice the room; undefined where that is not to be had.
 */
export function lineToContinue(
  what: string,
  values: ExploreValues,
  needs: NonNullable<Explored['needs']> = 'time',
): string | undefined {
  const { resume = 'search.log', states = STATES_KEPT } = values;
  if (needs === 'states' && states >= STATES_MAX) return undefined;
  const more = needs === 'states' ? { states: Math.min(2 * states, STATES_MAX) } : {};
  const line = lineToPaste('explore', ...wordsOf(what, { ...values, ...more, resume }));
  const isStored = values.resume !== undefined;
  const room = 'with room for twice as many states';
  const why =
    needs === 'states'
      ? isStored
        ? `To continue, ${room}`
        : `To search again, ${room}, and store the search`
      : isStored
        ? 'To continue after an interrupt, or when the time is up'
        : 'To store the search and continue it later';
  return `${why}:\n${line}`;
}

/** The words of a command line that searches the same. */
export function wordsOf(what: string, values: ExploreValues): readonly string[] {
  const {
    chip,
    waves,
    pixels,
    fault,
    set = [],
    seconds,
    sameClock,
    histories,
    states,
    mode,
    resume,
  } = values;
  return [
    shellWord(what),
    ...(chip === undefined ? [] : [`--chip ${chip.join()}`]),
    ...(waves === undefined ? [] : [`--waves ${waves}`]),
    ...(pixels === undefined ? [] : [`--pixels ${pixels}`]),
    ...(fault === undefined ? [] : [`--fault ${fault.join()}`]),
    ...set.map((setting) => `--set ${shellWord(setting)}`),
    ...(mode === undefined ? [] : [`--mode ${mode}`]),
    ...(sameClock === true ? ['--same-clock'] : []),
    ...(histories === true ? ['--histories'] : []),
    ...(states === undefined ? [] : [`--states ${states}`]),
    ...(seconds === undefined ? [] : [`--seconds ${seconds}`]),
    ...(values.require === undefined ? [] : [`--require ${values.require}`]),
    ...(resume === undefined ? [] : [`--resume ${shellWord(resume)}`]),
  ];
}
