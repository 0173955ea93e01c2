/** How much of today's compute is used, in whole percent. The server does not count it yet, so nothing is. */
export const useUsedPercent = (): number => 0
