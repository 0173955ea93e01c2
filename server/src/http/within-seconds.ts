/** What a promise gives, or 'late' where it takes longer; what it was doing goes on and ends by itself. */
export async function withinSeconds<Value>(seconds: number, work: Promise<Value>): Promise<Value | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), seconds * 1_000)
  })
  // A failure after it was late is nobody's any more.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
