/** A client that reads nothing for this long has left, or only keeps the connection open. */
const maxPauseMs = 60_000

/**
 * Wraps a stream and reports its end once, however it ends: read to its end, canceled, failed, or given up because
 * nothing was read for a while, as with the body of a reply to HEAD. @param ended Releases what is held for the stream.
 */
export function endingStream(
  source: ReadableStream<Uint8Array>,
  ended: () => void,
  pauseMs = maxPauseMs,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  let pause: NodeJS.Timeout | undefined
  let isOver = false
  const end = () => {
    clearTimeout(pause)
    if (!isOver) ended()
    isOver = true
  }
  const giveUpLater = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    pause = setTimeout(() => {
      const reason = new Error('The client took nothing any more.')
      controller.error(reason)
      void reader.cancel(reason).catch(() => undefined)
      end()
    }, pauseMs)
  }
  return new ReadableStream<Uint8Array>(
    {
      start: giveUpLater,
      async pull(controller) {
        clearTimeout(pause)
        try {
          const { done, value } = await reader.read()
          if (done) {
            end()
            controller.close()
            return
          }
          controller.enqueue(value)
          giveUpLater(controller)
        } catch (error) {
          end()
          throw error
        }
      },
      async cancel(reason) {
        end()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
