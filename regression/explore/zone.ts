/** An event that is still to come, and when it can come after the present one. */
export interface ScheduledWindow {
  readonly token: number;
  readonly least: number;
  /** Infinity where nothing limits it. */
  readonly most: number;
  /** Events of one queue keep their order; -1 for none. */
  readonly queue: number;
}

/**
 * All times at which the events that are to come can come, as bounds on differences of two times (a zone of timed automata: Dill, 1989).
 * Time 0 is that of the present event. `bounds[i][j]` is the most that time j can come after time i, and no path of bounds is shorter.
 *
 * Example: a load is scheduled for 20 to 200 cycles from now, and an exit for 2 to 24. If the load comes first, the exit comes 20 to 24
 * cycles from now at the latest, so it is at most 4 cycles away then.
 */
export class Zone {
  private bounds: number[][] = [[0]];
  /** Events by place, from place 1 on. */
  private events: { readonly token: number; readonly queue: number }[] = [];

  /** An event is scheduled during the present one. One that waits for others of its queue may come later than its window says. */
  schedule({ token, least, most: own, queue }: ScheduledWindow): void {
    const isQueued = queue >= 0 && this.events.some((event) => event.queue === queue);
    const most = isQueued ? Number.POSITIVE_INFINITY : own;
    const place = this.bounds.length;
    const now = this.bounds[0]!;
    const row = now.map((bound) => bound - least);
    for (const [index, bounds] of this.bounds.entries()) bounds.push(this.bounds[index]![0]! + most);
    this.bounds.push([...row, 0]);
    this.events.push({ token, queue });
    if (!isQueued) return;
    for (const [index, event] of this.events.entries())
      if (event.queue === queue && index + 1 !== place) this.atMost(place, index + 1, 0);
    this.close();
  }

  /** Leaves only events with these tokens. */
  keep(tokens: ReadonlySet<number>): void {
    for (let place = this.events.length; place > 0; place--)
      if (!tokens.has(this.events[place - 1]!.token)) this.remove(place);
  }

  /** The present event is now this one, which came before all others; whether that can be. */
  come(token: number): boolean {
    const place = this.placeOf(token);
    for (let other = 0; other < this.bounds.length; other++)
      if (other !== place)
        this.atMost(...(other === 0 ? ([place, 0] as const) : ([other, place] as const)), 0);
    this.close();
    if (this.bounds.some((row, index) => row[index]! < 0)) return false;
    this.swapWithFirst(place);
    this.remove(place);
    return true;
  }

  /** Whether an event can come next. */
  canCome(token: number): boolean {
    return this.copy().come(token);
  }

  /** Bounds between the present event and these, in their order. */
  boundsOf(tokens: readonly number[]): readonly number[] {
    const places = [0, ...tokens.map((token) => this.placeOf(token))];
    return places.flatMap((from) => places.map((to) => this.bounds[from]![to]!));
  }

  private placeOf(token: number): number {
    const index = this.events.findIndex((event) => event.token === token);
    if (index < 0) throw new Error('an event that comes was scheduled');
    return index + 1;
  }

  private copy(): Zone {
    const zone = new Zone();
    zone.bounds = this.bounds.map((row) => [...row]);
    zone.events = [...this.events];
    return zone;
  }

  private atMost(from: number, to: number, most: number): void {
    const row = this.bounds[from]!;
    row[to] = Math.min(row[to]!, most);
  }

  /** Shortens all bounds to the shortest path (Floyd and Warshall). */
  private close(): void {
    const { bounds } = this;
    for (const [through, second] of bounds.entries())
      for (const row of bounds) {
        const first = row[through]!;
        for (let to = 0; to < row.length; to++) row[to] = Math.min(row[to]!, first + second[to]!);
      }
  }

  private swapWithFirst(place: number): void {
    const { bounds } = this;
    [bounds[0], bounds[place]] = [bounds[place]!, bounds[0]!];
    for (const row of bounds) [row[0], row[place]] = [row[place]!, row[0]!];
  }

  private remove(place: number): void {
    this.bounds.splice(place, 1);
    for (const row of this.bounds) row.splice(place, 1);
    this.events.splice(place - 1, 1);
  }
}
