/** A store whose value decides whether closing the page loses something. */
type Watched = { subscribe(listener: () => void): () => void }

/**
 * Asks before the page is closed as long as `mustAsk` says so; it is called at each change of the store. The listener exists only
 * then: browsers do not keep a page with one for going back. Returns the stop.
 */
export function guardLeaving({ subscribe }: Watched, mustAsk: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  const follow = () => (mustAsk() ? addEventListener('beforeunload', ask) : removeEventListener('beforeunload', ask))
  follow()
  const stop = subscribe(follow)
  return () => {
    stop()
    removeEventListener('beforeunload', ask)
  }
}
