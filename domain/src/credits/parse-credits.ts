import { maxCap } from './largest-cap.ts'

/**
 * Parses an amount of credits as people type it: '100', '2.5' or '2,50'. @returns Hundredths of a credit; null for anything else, and
 * for more than any cap may be.
 */
export function parseCredits(text: string): number | null {
  const amount = text.trim().replace(',', '.')
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(amount)) return null
  const hundredths = Math.round(Number(amount) * 100)
  return hundredths <= maxCap ? hundredths : null
}
