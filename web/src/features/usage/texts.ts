/** How much compute is used. */
export const usageTexts = {
  consumed: 'Daily compute limit consumed',
  consumedNow: (percent: number) => `Daily compute limit consumed: ${percent}%`,
  percent: (percent: number) => `${percent}%`,
  /** Hundredths of a credit. */
  left: (available: number) => `${new Intl.NumberFormat('en').format(available / 100)} credits left`,
  refresh: 'Daily free units refresh daily.',
}
