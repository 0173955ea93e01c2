import type { MetadataLevel } from '#domain/transfer/export-format.ts'
import type { SheetCaptions, Sizing, WantedFormat } from './export-settings.ts'

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const images = (count: number) => (count === 1 ? '1 image' : `${count} images`)

export const exportTexts = {
  title: (count: number) => `Export ${images(count)}`,
  format: 'Format',
  formats: {
    png: ['PNG', 'Without loss'],
    jpeg: ['JPEG', 'Small'],
    webp: ['WebP', 'Smaller'],
    avif: ['AVIF', 'Smallest'],
    tiff: ['TIFF', 'For print'],
    psd: ['PSD', 'With layers'],
    pdf: ['PDF', 'Contact sheet'],
  } satisfies Record<WantedFormat, readonly [string, string]>,
  size: 'Size',
  sizing: {
    original: 'As it is',
    longest: 'Longest side',
    exact: 'Exact, cropped',
  } satisfies Record<Sizing, string>,
  longestSide: 'Longest side in pixels',
  width: 'Width in pixels',
  height: 'Height in pixels',
  quality: 'Quality',
  dpi: 'Pixels per inch',
  dpiHint: 'Empty: the file says none.',
  metadata: 'In the file',
  metadataLevels: {
    keep: 'Origin, prompt and settings, signed',
    minimal: 'Origin alone, signed',
    none: 'Nothing',
  } satisfies Record<MetadataLevel, string>,
  name: 'File name',
  add: (variable: string) => `Add ${variable} to the name`,
  names: 'Names',
  moreNames: (count: number) => `and ${count} more`,
  promptIsTold: 'A name with the prompt needs metadata with the prompt.',
  sheetTitle: 'Title',
  columns: 'Columns',
  captions: 'Below each picture',
  captionKinds: {
    none: 'Nothing',
    name: 'Number, model and size',
    prompt: 'The prompt as well',
  } satisfies Record<SheetCaptions, string>,
  tooMany: (most: number) => `At most ${most} images at a time.`,
  sheetPages: 'Rows of pictures on pages of A4.',
  cancel: 'Cancel',
  stop: 'Stop',
  export: 'Export',
  received: (bytes: number) => (bytes === 0 ? 'Exporting …' : `Exporting, ${megabytes(bytes)} so far`),
  done: 'Exported',
  brokeOff: 'The export broke off: a picture could not be read, or the connection was lost. Try again.',
}
