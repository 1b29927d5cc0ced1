import { drawViolationPicture } from '../../../../failures/picture/violation-picture.js';
import type { FailureView } from '../../../../runs/page/shown-run.js';
import { asciiStyle, findWitness, makeBrokenSection } from '../../../failures/picture/support/pictures.js';

/** A failure in which two waves' sections are open at the same time, with its diagrams and files. */
export function makeShownFailure(): FailureView {
  const stream = makeBrokenSection();
  const { scenario } = stream;
  const witness = findWitness(stream, 'ORD-01');
  const folder = 'failures/ORD-01_db_gfx9_x/rmw_image.2';
  return {
    signature: 'ORD-01 db gfx9 x',
    test: 'rmw_image.2',
    violation: witness.violation,
    message: 'a message of the test',
    drawn: { scenario, witness },
    picture: drawViolationPicture(scenario, witness, asciiStyle(80)),
    files: [
      { name: 'scenario', path: `${folder}/scenario.msgpack` },
      { name: 'trace', path: `${folder}/trace.jsonl` },
    ],
  };
}
