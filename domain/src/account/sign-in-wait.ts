/** The longest wait between two tries at one account, in seconds. */
export const maxSignInWaitSeconds = 900
const firstWaitSeconds = 2

/**
 * The time for which an account is locked after wrong passwords in a row: not at all for the first few, then twice as long each
 * time. A million guesses at 900 seconds each take 28 years (OWASP ASVS 5.0, 6.3.1).
 * @param tries.failures Wrong passwords since the last right one.
 * @param tries.free How many of them cost nothing.
 * @returns Seconds after the last of them.
 */
export function signInWaitSeconds({ failures, free }: { failures: number; free: number }): number {
  if (failures < free) return 0
  return Math.min(firstWaitSeconds * 2 ** (failures - free), maxSignInWaitSeconds)
}
