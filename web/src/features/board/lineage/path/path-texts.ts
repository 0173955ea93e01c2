/** What is done with the way from the root to an image. */
export const pathTexts = {
  close: 'Close',
  export: 'Export',
  strip: 'Picture strip (PNG)',
  animation: 'Animation (WebP)',
  print: 'Print',
  failed: 'The export failed',
  failedText: 'Check your connection and try again.',
  exported: 'Path saved',
  fileName: (slug: string) => `path-${slug}`,
} as const
