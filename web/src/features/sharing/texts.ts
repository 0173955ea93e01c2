/** Copies for the clipboard, and links. */
export const sharingTexts = {
  copyImage: 'Copy image',
  copyPrompt: 'Copy prompt',
  copyLink: 'Copy link to card',
  copySeed: 'Copy seed',
  imageCopied: 'Image copied',
  promptCopied: 'Prompt copied',
  linkCopied: 'Link copied',
  seedCopied: 'Seed copied',
  failed: 'This could not be copied',
  failedText: 'The browser does not let this page write to the clipboard.',
  imageFailedText: 'The image could not be read, or the browser does not let this page write to the clipboard.',
  unknownCard: 'This card is not here',
  unknownCardText: 'It may have been deleted, or the link leads to another project.',
}

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
  hiddenText: 'The history would show which model made the image. Pick a winner first.',
  nothing: 'Nothing to download',
  nothingText: 'No image is finished yet.',
}
