/** The page comes first: its pictures and data are loaded by then. Milliseconds. */
const registerAfterMs = 3_000

/**
 * Starts the worker that lets pages be opened without a connection, where the build has written it: `npm run dev` has none. Browsers
 * without one, or over plain HTTP from another machine, go without. Returns the stop.
 */
export function registerOffline(): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const timer = setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => {}), registerAfterMs)
  return () => clearTimeout(timer)
}
