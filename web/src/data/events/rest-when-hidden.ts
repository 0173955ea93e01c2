type Restful = { rest(): void; wake(): void }

/** Long enough that a look at another tab costs no new connection. */
const restAfterMs = 5_000

/**
 * Lets the stream rest while its tab is hidden and nothing runs in it, so that many open tabs do not use up the browser's
 * connections. Answers what ends it, and `reconsider`, for when something may have ended.
 */
export function restWhenHidden(stream: Restful, hasWork: () => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined

  const reconsider = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') stream.wake()
    else
      timer = setTimeout(() => {
        if (!hasWork()) stream.rest()
      }, restAfterMs)
  }

  document.addEventListener('visibilitychange', reconsider)
  reconsider()
  return {
    reconsider,
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', reconsider)
    },
  }
}
