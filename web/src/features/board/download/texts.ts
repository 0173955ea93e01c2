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
  hidden: 'Not before the race has a winner',
  hiddenText: 'The history would tell which model made the image. Pick a winner first.',
  nothing: 'Nothing to download',
  nothingText: 'No image is finished yet.',
}
