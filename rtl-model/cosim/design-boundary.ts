import {
  COSIM_SETTINGS,
  type CosimSetting,
  DESIGN_UNITS,
  type Design,
  type DesignUnit,
  findCosimMessage,
} from '../../transactions/index.js';
import { type DeviceContext, makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import { type DueGrant, Grants } from './grants.js';
import { makeProtocolError, type ParsedMessage, parseResponse } from './read-answer.js';

/** The length of the "gfx" prefix in a generation's name. */
const GFX_PREFIX = 3;

/** Formats the `set` lines that configure a design for the test. */
function formatSettings(context: DeviceContext, { unit, seed, markCycle = -1 }: Design): readonly string[] {
  const { freedoms, facts, gfx } = context;
  const values: Readonly<Record<CosimSetting, number>> = {
    unit: DESIGN_UNITS.indexOf(unit) + 1,
    generation: Math.round(Number(gfx.slice(GFX_PREFIX)) * 10),
    exits_by_export: facts.exitsByExport ? 1 : 0,
    packers: freedoms.packers,
    id_start: freedoms.idStart,
    id_wrap: freedoms.idWrap,
    id_window: freedoms.idWindow,
    visible_least: freedoms.exitVisibleLatency[0],
    visible_most: freedoms.exitVisibleLatency[1],
    newest_one_too_few: facts.newestIdOffByOne ? 1 : 0,
    overlap_entries: freedoms.overlapEntries,
    seed,
    mark_cycle: markCycle,
  };
  return COSIM_SETTINGS.map(({ name }) => `set ${name} ${values[name]}`);
}

/** Receives the values of an output, in the cycle in which it takes effect. */
type OutputHandler = (values: readonly number[], line: string) => void;

/** An input that has not been sent to the design yet. */
interface Input {
  readonly cycle: number;
  readonly line: string;
}

/** An output that is scheduled for a later cycle. */
interface Output {
  readonly parsed: ParsedMessage;
  readonly line: string;
  readonly cycle: number;
}

/**
 * The maximum number of consecutive cycles that a design may stay busy without producing output. Only applies while
 * nothing else in the device makes progress.
 */
const MAX_BUSY_CYCLES = 16_384;
/** The maximum window, in cycles. It is longer than any latency at a boundary. */
const MAX_WINDOW = 1000;

/**
 * The boundary between the model and a design. It collects inputs, steps the design at the right times, and delivers
 * each output in its cycle. The design is stepped in every cycle that it asks for, and also one window after the oldest
 * unsent input, since that input cannot affect an output before then. Results are therefore independent of host timing.
 */
export class DesignBoundary {
  private readonly handlers = new Map<string, OutputHandler>();
  private inputs: Input[] = [];
  /** Scheduled outputs, in cycle order. */
  private readonly outputs: Output[] = [];
  private readonly window: number;
  private stepDue = Number.POSITIVE_INFINITY;
  private lastActive = Number.NEGATIVE_INFINITY;
  /** The number of pending events that this boundary has scheduled. */
  private scheduled = 0;
  /** Remaining credits for each flow-controlled message. */
  private readonly credits = new Map<string, number>();
  private readonly heldInputs: { readonly name: string; readonly values: readonly number[] }[] = [];
  private readonly grants: Grants;
  /** Grants that have yet to be issued, in the order in which their outputs were accepted. */
  private dueGrants: DueGrant[] = [];

  constructor(
    private readonly context: DeviceContext,
    private readonly design: Design,
    /** Called after the design has issued credits. */
    private readonly onCredit: () => void = () => undefined,
  ) {
    this.grants = new Grants(context, design.unit, design.hold);
    const response = design.exchange([
      ...formatSettings(context, design),
      ...this.grants.initialLines,
      'begin',
    ]);
    this.takeCredits(response.slice(0, -1));
    const { message, values } = parseResponse(response.at(-1)!);
    if (message.name !== 'ready') throw makeProtocolError(response.at(-1)!, 'expected "ready"');
    this.window = values[0];
    if (this.window < 1 || this.window > MAX_WINDOW)
      throw makeProtocolError(response.at(-1)!, `expected a window of 1 to ${MAX_WINDOW} cycles`);
  }

  /** Registers the handler for outputs with the given name. */
  on(name: string, handler: OutputHandler): void {
    assert(!this.handlers.has(name), 'an output has only one receiver');
    this.handlers.set(name, handler);
  }

  get unit(): DesignUnit {
    return this.design.unit;
  }

  /** Whether the design currently accepts `count` more messages with the given name. */
  accepts(name: string, count: number): boolean {
    return (this.credits.get(name) ?? Number.POSITIVE_INFINITY) >= count;
  }

  /**
   * Queues an input for the current cycle. If it needs a credit that the design has not issued yet, it is held until
   * the design issues one.
   */
  post(name: string, ...values: readonly number[]): void {
    const credit = this.credits.get(name);
    if (credit === undefined) this.send(name, values);
    else if (credit > 0) {
      assert(
        this.heldInputs.every((message) => message.name !== name),
        'messages with the same name are never reordered',
      );
      this.sendOnCredit(name, values);
    } else this.heldInputs.push({ name, values });
  }

  private sendOnCredit(name: string, values: readonly number[]): void {
    const credit = this.credits.get(name)!;
    assert(credit > 0, 'the design accepts the message');
    this.credits.set(name, credit - 1);
    this.send(name, values);
  }

  /** Handles a `BOUNDARY` event: delivers the outputs for this cycle, and steps the design if a step is due. */
  step(): void {
    assert(this.scheduled > 0, 'this boundary event was scheduled');
    this.scheduled--;
    this.deliver();
    if (this.context.now < this.stepDue) return;
    this.exchange();
    this.deliver();
  }

  private send(name: string, values: readonly (number | string)[]): void {
    const message = findCosimMessage(name);
    assert(message?.from === 'host', 'the input is a host message');
    const { now } = this.context;
    this.inputs.push({ cycle: now, line: `${name} ${now}${values.map((value) => ` ${value}`).join('')}` });
    if (message.causesNoStep !== true) this.stepBy(now + this.window);
  }

  private stepBy(cycle: number): void {
    if (cycle >= this.stepDue) return;
    assert(cycle > this.context.now, 'the next step is in the future');
    this.stepDue = cycle;
    this.schedule(cycle);
  }

  /** Schedules an event, unless it is due this cycle, in which case no event is needed. */
  private schedule(cycle: number): void {
    if (cycle <= this.context.now) return;
    this.scheduled++;
    this.context.wheel.schedule(cycle - this.context.now, makeEvent(UNIT.BOUNDARY));
  }

  private exchange(): void {
    const { now } = this.context;
    assert(this.stepDue <= now, "the design's step is due");
    const sentInputs = this.inputs.filter(({ cycle }) => cycle < now);
    this.inputs = this.inputs.filter(({ cycle }) => cycle >= now);
    this.stepDue = Number.POSITIVE_INFINITY;
    const response = this.design.exchange([...sentInputs.map(({ line }) => line), `step ${now}`]);
    const parsed = this.takeCredits(response.slice(0, -1));
    for (const line of parsed) this.acceptOutput(line, now);
    if (sentInputs.length > 0 || parsed.length > 0) this.lastActive = now;
    this.handleDone(response.at(-1)!, now);
    if (parsed.length < response.length - 1) this.onCredit();
    if (this.inputs.length > 0) this.stepBy(now + this.window);
  }

  private acceptOutput(line: string, now: number): void {
    const parsed = parseResponse(line);
    const cycle = parsed.values[0];
    if (!this.handlers.has(parsed.message.name))
      throw makeProtocolError(line, 'not valid in response to "step" at this boundary');
    if (cycle < now) throw makeProtocolError(line, `too late: cycle ${now} has already started`);
    this.grants.use(parsed.message.name, line);
    let index = this.outputs.length;
    while (index > 0 && this.outputs[index - 1].cycle > cycle) index--;
    assert(index === 0 || this.outputs[index - 1].cycle <= cycle, 'outputs are in cycle order');
    this.outputs.splice(index, 0, { parsed, line, cycle });
    this.schedule(cycle);
  }

  private handleDone(line: string, now: number): void {
    const { message, values } = parseResponse(line);
    if (message.name !== 'done') throw makeProtocolError(line, 'expected "done"');
    const [next] = values;
    if (next < 0) return;
    if (next <= now) throw makeProtocolError(line, `the next step must be later than cycle ${now}`);
    if (now - this.lastActive < MAX_BUSY_CYCLES || this.context.wheel.pending > this.scheduled)
      this.stepBy(next);
  }

  /** Adds the credits that the design has issued, and returns all other lines. */
  private takeCredits(lines: readonly string[]): readonly string[] {
    return lines.filter((line) => {
      if (!line.startsWith('credit ')) return true;
      const { values, namedMessage: name } = parseResponse(line);
      if (findCosimMessage(name)?.usesCredits !== true || findCosimMessage(name)?.from !== 'host')
        throw makeProtocolError(line, `"${name}" is not a host message that uses credits`);
      if (values[1] < 0) throw makeProtocolError(line, 'expected a count of at least 0');
      this.credits.set(name, (this.credits.get(name) ?? 0) + values[1]);
      this.release(name);
      return false;
    });
  }

  private release(name: string): void {
    for (let index = 0; index < this.heldInputs.length && this.credits.get(name)! > 0; ) {
      if (this.heldInputs[index].name !== name) index++;
      else {
        const [{ values }] = this.heldInputs.splice(index, 1);
        this.sendOnCredit(name, values);
      }
    }
  }

  private deliver(): void {
    while (this.outputs.length > 0 && this.outputs[0].cycle <= this.context.now) {
      const { parsed, line } = this.outputs.shift()!;
      const { message, values } = parsed;
      const grant = this.grants.nextGrant(message.name);
      if (grant !== undefined) {
        this.dueGrants.push(grant);
        this.schedule(grant.cycle);
      }
      this.handlers.get(message.name)!(values.slice(1), line);
    }
    this.issueGrants();
  }

  private issueGrants(): void {
    const { now } = this.context;
    const due = this.dueGrants.filter(({ cycle }) => cycle <= now);
    this.dueGrants = this.dueGrants.filter(({ cycle }) => cycle > now);
    for (const { name } of due) {
      this.grants.issue(name);
      this.send('grant', [name, 1]);
    }
  }
}

/**
 * Registers a handler for outputs with the given name. The handler is called with the receiver for the output's packer
 * and the values that follow the packer number.
 */
export function onEachPacker<T>(
  boundary: Pick<DesignBoundary, 'on'>,
  name: string,
  receivers: readonly T[],
  handler: (receiver: T, values: readonly number[], line: string) => void,
): void {
  boundary.on(name, ([packer, ...values], line) => {
    const receiver = receivers[packer];
    if (receiver === undefined)
      throw makeProtocolError(line, `packers are numbered from 0 to ${receivers.length - 1}`);
    handler(receiver, values, line);
  });
}
