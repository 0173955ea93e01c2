/**
 * Calls `stop` once when the parent process wants this one to end: it sent 'stop' over the message channel, or it is gone (killed
 * outright, it cannot send a message, but its end of the channel closes). Without such a channel nothing happens. @returns A
 * function that ends the watch.
 */
export function watchParent(stop: () => void): () => void {
  const onMessage = (message: unknown) => {
    if (message === 'stop') onStop()
  }
  const unwatch = () => {
    process.removeListener('message', onMessage)
    process.removeListener('disconnect', onStop)
  }
  const onStop = () => {
    unwatch()
    stop()
  }
  process.on('message', onMessage)
  process.on('disconnect', onStop)
  // The channel alone must not keep a server alive that has nothing left to do.
  process.channel?.unref()
  // `connected` is undefined without a channel, and false where the parent was gone before we looked.
  if (process.connected === false) onStop()
  return unwatch
}
