/** Downloads. */
export const downloadTexts = {
  all: 'Download all images',
  more: 'More ways to download',
  png: 'Download as PNG files',
  zip: 'Download as zip',
  history: 'Download with history',
  one: 'Download',
  done: 'Images downloaded successfully',
  failed: 'Download failed',
  failedText: 'Could not download images',
  nothing: 'Nothing to download',
  nothingText: 'No image is finished yet.',
}
