/**
 * The provider's health after a call, apart from the outcome of the image. `reachable`: it answered, whatever the
 * answer was. `unreachable`: no connection, silence on the wire, or a status of 5xx. `unknown`: the call was not made,
 * or it was ended here (time limit, error of this server).
 */
export type ProviderHealth = 'reachable' | 'unreachable' | 'unknown'

/** Consecutive outages that open the circuit. */
export const outagesToOpen = 5
const firstPauseMs = 30_000
const maxPauseMs = 10 * 60_000

/**
 * The pause of a provider after this many outages in a row, in milliseconds: not at all before the fifth,
 * then 30 seconds, doubled by each further one, at most ten minutes. After the pause one call probes it.
 */
export function circuitPauseMs(outages: number): number {
  if (outages < outagesToOpen) return 0
  return Math.min(firstPauseMs * 2 ** (outages - outagesToOpen), maxPauseMs)
}
