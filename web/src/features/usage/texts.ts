/** How much compute is used. */
export const usageTexts = {
  consumed: 'Daily compute limit consumed',
  consumedNow: (percent: number) => `Daily compute limit consumed: ${percent}%`,
  percent: (percent: number) => `${percent}%`,
  refresh: 'Daily free units refresh daily.',
}
