/** Does the work for each item with limited concurrency; rejects with the first failure. */
export async function inParallel<T>(
  items: AsyncIterable<T> | Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  let failed = false
  const worker = async () => {
    for (let next = await source.next(); !next.done && !failed; next = await source.next()) await work(next.value)
  }
  const workers = Array.from({ length: atOnce }, () =>
    worker().catch((error: unknown) => {
      failed = true
      throw error
    }),
  )
  const ended = await Promise.allSettled(workers)
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}
