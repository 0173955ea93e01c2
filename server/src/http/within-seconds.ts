/** Resolves as the promise does, or to 'late' at the time limit; the work continues in the background. */
export async function withinSeconds<Value>(seconds: number, work: Promise<Value>): Promise<Value | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), seconds * 1_000)
  })
  // Errors after the time limit are ignored: the reply was already sent.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
