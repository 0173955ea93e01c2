import type { CreditLot } from './ledger.ts'

/**
 * The share of the current allowance that is used or held: of today's free grant, or of the month's on a plan.
 * @param lot The lot of the current day or month; null before its first grant.
 * @returns A whole percentage from 0 to 100.
 */
export function usedPercent(lot: Pick<CreditLot, 'granted' | 'remaining'> | null): number {
  if (!lot || lot.granted === 0) return 0
  return Math.min(100, Math.max(0, Math.round((100 * (lot.granted - lot.remaining)) / lot.granted)))
}
