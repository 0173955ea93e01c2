export const headerTexts = {
  menu: 'Canvas commands',
  saving: 'Saving…',
  saved: (seconds: number) => {
    if (seconds < 5) return 'Saved just now'
    return seconds < 60 ? `Saved ${seconds} s ago` : `Saved ${Math.floor(seconds / 60)} min ago`
  },
  kept: (count: number) => (count === 1 ? '1 change not sent yet' : `${count} changes not sent yet`),
  keptWhy: 'They are kept in this browser and sent as soon as the server can be reached.',
} as const
