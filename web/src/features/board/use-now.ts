import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** One clock for every tile that counts; it runs only while one does. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(tick, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function read() {
  if (!timer) now = Date.now() - (Date.now() % 1_000)
  return now
}

/** The time, to the second. */
export const useNow = () => useSyncExternalStore(subscribe, read)
