import { identify, isAlive, parentOf } from './process-identity.js'

const POLL_MS = 500

/**
 * Calls `onGone` once when the npm that started us has ended. npm runs us under a shell, and neither forwards that it
 * was killed: without this, `kill` on npm's process would leave a server behind. Started without npm, nothing is
 * watched.
 * @param {() => void} onGone
 */
export function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const npm = parentOf(shell)
  const watched = (npm !== null && npm > 1 ? [shell, npm] : [shell]).map(identify)
  const timer = setInterval(() => {
    if (process.ppid === shell && watched.every(isAlive)) return
    clearInterval(timer)
    onGone()
  }, POLL_MS)
  timer.unref()
}
