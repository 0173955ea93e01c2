/** The usual time between the start of a period and its charge; a first charge comes some seconds before. */
const earlyMs = 60 * 60_000

/**
 * Whether a charge paid for the month that a subscription is in, not for an earlier one.
 * @param chargedAt Milliseconds since 1970.
 * @param periodEnd When that month ends, in milliseconds since 1970; null where there is none.
 */
export function isOfRunningPeriod(chargedAt: number, periodEnd: number | null): boolean {
  if (periodEnd === null) return false
  const end = new Date(periodEnd)
  const start = new Date(periodEnd)
  start.setUTCMonth(end.getUTCMonth() - 1)
  // The month before may be shorter: 31 March begins on its last day.
  if (start.getUTCDate() !== end.getUTCDate()) start.setUTCDate(0)
  return chargedAt >= start.getTime() - earlyMs && chargedAt < periodEnd
}
