let last: Promise<unknown> = Promise.resolve()

/** Runs the work when all that was asked for before has ended: one at a time in this process. */
export function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const run = last.then(work)
  last = run.catch(() => undefined)
  return run
}
