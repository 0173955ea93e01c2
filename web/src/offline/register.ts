/** The page comes first: its pictures and data are loaded by then. Milliseconds. */
const registerAfterMs = 3_000

/**
 * Starts the worker that lets pages be opened without a connection, once in a build: `npm run dev` has no files to keep. Browsers
 * without one, or over plain HTTP from another machine, go without. Returns the stop.
 */
export function registerOffline(): () => void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => {}
  const timer = setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => {}), registerAfterMs)
  return () => clearTimeout(timer)
}
