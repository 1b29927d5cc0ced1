import { lineToPaste, shellWord } from '../../regression/index.js';
import type { ExploreValues } from './values.js';

/** How a search that did not end is taken up again: the line to paste. */
export function lineToContinue(what: string, values: ExploreValues): string {
  const resume = values.resume ?? 'search.log';
  const line = lineToPaste('explore', ...wordsOf(what, { ...values, resume }));
  return values.resume === undefined
    ? `To store the search and continue it later:\n${line}`
    : `To continue after an interrupt or a limit:\n${line}`;
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
