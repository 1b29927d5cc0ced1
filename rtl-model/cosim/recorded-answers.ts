import {
  type Design,
  DesignError,
  findCosimMessage,
  parseFailureLine,
  type RecordedDesign,
} from '../../transactions/index.js';

/** Creates a design that plays back recorded answers. */
export function playBack({ unit, hold, seed = 0, answers }: RecordedDesign): Design {
  let next = 0;
  return {
    unit,
    seed,
    ...(hold === undefined ? {} : { hold }),
    exchange: () => {
      const first = next;
      while (next < answers.length) {
        const line = answers[next++]!;
        const detail = parseFailureLine(line);
        if (detail !== undefined) throw new DesignError(detail);
        if (findCosimMessage(line.split(' ')[0]!)?.ends === true) return answers.slice(first, next);
      }
      throw new DesignError('has no recorded answer here: this run differs from the recorded one');
    },
  };
}
