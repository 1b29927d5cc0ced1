import { drawViolationPicture } from '../../../../failures/picture/violation-picture.js';
import type { FailureView } from '../../../../runs/page/page-data.js';
import { asciiStyle, findWitness, makeBrokenSection } from '../../../failures/picture/support/pictures.js';

/** Creates a failure in which two waves' sections are open at the same time, with diagrams and files. */
export function makeFailureView(): FailureView {
  const stream = makeBrokenSection();
  const { scenario } = stream;
  const witness = findWitness(stream, 'ORD-01');
  const folder = 'failures/ORD-01_db_gfx9_x/rmw_image.2';
  return {
    signature: 'ORD-01 db gfx9 x',
    test: 'rmw_image.2',
    violation: witness.violation,
    message: 'a message from the test',
    picture: drawViolationPicture(scenario, witness, asciiStyle(80)),
    files: [
      { name: 'scenario', path: `${folder}/scenario.msgpack` },
      { name: 'trace', path: `${folder}/trace.jsonl` },
    ],
  };
}
