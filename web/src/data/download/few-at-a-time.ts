/** A browser opens six connections to a server over HTTP/1.1; the others stay free for the page. */
const atOnce = 4

/**
 * Reads items with limited concurrency, and yields them in their order. Yielded items are not kept.
 * @throws the first failure; nothing more is read then.
 */
export async function* fewAtATime<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
): AsyncGenerator<Read> {
  const underWay: Promise<Read>[] = []
  for (const item of items) {
    if (underWay.length === atOnce) yield await (underWay.shift() as Promise<Read>)
    const reading = read(item)
    // It is awaited in its turn: until then its failure is not unhandled.
    reading.catch(() => {})
    underWay.push(reading)
  }
  for (const reading of underWay) yield await reading
}

/** The same, as a list. */
export async function readFewAtATime<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
): Promise<Read[]> {
  const all: Read[] = []
  for await (const each of fewAtATime(items, read)) all.push(each)
  return all
}
