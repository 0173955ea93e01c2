import { DeadlinePassed } from '#server/db/database-error.ts'

/**
 * Resolves as the work does, or to 'late' at the time limit. The signal is aborted then: the work ends at its next step that
 * looks at it, and its outcome is ignored.
 */
export async function withinSeconds<Value>(
  seconds: number,
  start: (deadline: AbortSignal) => Promise<Value>,
): Promise<Value | 'late'> {
  const deadline = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => {
      deadline.abort(new DeadlinePassed())
      resolve('late')
    }, seconds * 1_000)
  })
  const work = start(deadline.signal)
  // Errors after the time limit are ignored: the reply was already sent.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
