import type { Finding, Judge } from '../findings/judge.js';
import { counted } from '../findings/wording.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { RuleCheck } from '../rule.js';

/**
 * Invariant: draws are scanned in API order, each once and to its end, and so are their primitives, numbered through all draws:
 * all order that the units behind the scan converter keep is that of its input (S-002, P-009).
 */
export function createLaunch12(ledgers: Ledgers, judge: Judge): RuleCheck {
  /** Number of the primitive, and of the draw, that comes next. */
  let next = 0;
  let nextDraw = 0;
  /** The draw that is being scanned, -1 between two of them; a stream may tell of ends alone. */
  let open = -1;
  let tellsDraws = false;
  let tellsPrimitives = false;
  const judgeOrder = (holds: boolean, finding: () => Finding): void => {
    judge.armed++;
    if (!holds) judge.violate(finding);
  };
  return {
    on: {
      'draw-begin': ({ cycle, draw }) => {
        const due = nextDraw;
        nextDraw = draw + 1;
        open = draw;
        tellsDraws = true;
        judgeOrder(draw === due, () =>
          describe(cycle, draw, `Draw ${due} begins next.`, `Draw ${draw} begins.`),
        );
      },
      primitive: ({ cycle, draw, primitive }) => {
        const due = next;
        next = primitive + 1;
        tellsPrimitives = true;
        const isOfOpenDraw = !tellsDraws || draw === open;
        const during = open;
        judgeOrder(primitive === due && isOfOpenDraw, () =>
          describe(
            cycle,
            draw,
            isOfOpenDraw ? `Primitive ${due} is scanned next.` : drawText(during),
            `Primitive ${primitive} of draw ${draw} is.`,
          ),
        );
      },
      'draw-end': ({ cycle, draw }) => {
        const during = open;
        open = -1;
        if (tellsDraws && draw !== during) {
          judgeOrder(false, () => describe(cycle, draw, drawText(during), `Draw ${draw} ends.`));
          return;
        }
        const facts = ledgers.draws[draw];
        if (facts === undefined || !(tellsDraws || tellsPrimitives)) return;
        const end = facts.firstPrimitive + facts.primitives;
        const left = end - next;
        next = end;
        judgeOrder(left === 0, () =>
          describe(
            cycle,
            draw,
            `Draw ${draw} ends with its last primitive, number ${end - 1}.`,
            `It ends ${counted(Math.abs(left), 'primitive', 'primitives')} ${left > 0 ? 'before' : 'behind'} that.`,
          ),
        );
      },
    },
  };
}

function drawText(open: number): string {
  return open < 0 ? 'No draw is being scanned.' : `Draw ${open} is being scanned.`;
}

function describe(cycle: number, draw: number, allowed: string, observed: string): Finding {
  return {
    cycle,
    unit: 'sc',
    place: { draw },
    allowed,
    observed,
    steps: [],
    hint: 'Look at what the scan converter, and the binner ahead of it, take next.',
  };
}
