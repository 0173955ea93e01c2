import { z } from 'zod'
import {
  defaultExportQuality,
  exportFormats,
  maxExported,
  maxOnSheets,
  metadataLevels,
} from '#domain/transfer/export-format.ts'
import {
  defaultNameTemplate,
  maxTemplateLength,
  saysTemplateFault,
  variablesOf,
} from '#domain/transfer/export-names.ts'
import { maxExportPixels, maxExportSide } from '#domain/transfer/export-size.ts'
import { plainString, text, uuid } from '../text.ts'

const side = z.int().min(1).max(maxExportSide)

const imageIds = (most: number) =>
  z
    .array(uuid)
    .min(1)
    .max(most)
    .refine((ids) => new Set(ids).size === ids.length, 'An image is listed twice.')

/** Resolution in pixels per inch: what printers and screens have. */
const dpi = z.int().min(1).max(9_999)

/** Images as files: one as itself, several as a zip. */
export const exportBody = z
  .strictObject({
    imageIds: imageIds(maxExported),
    format: z.enum(exportFormats),
    longestSide: side.optional().describe('Scales down to this longest side; never enlarges.'),
    width: side.optional().describe('Scales down to this width; with `height` the exact size, cropped.'),
    height: side.optional(),
    quality: z.int().min(1).max(100).default(defaultExportQuality).describe('Of JPEG, WebP and AVIF.'),
    dpi: dpi.optional(),
    metadata: z.enum(metadataLevels).default('keep'),
    nameTemplate: plainString(maxTemplateLength).default(defaultNameTemplate),
  })
  .refine(({ longestSide, width, height }) => longestSide === undefined || (width ?? height) === undefined, {
    message: 'Either longestSide, or width and height.',
    path: ['longestSide'],
  })
  .refine(({ width = 1, height = 1 }) => width * height <= maxExportPixels, {
    message: `At most ${maxExportPixels / 1e6} million pixels.`,
    path: ['height'],
  })
  .superRefine(({ nameTemplate, metadata }, context) => {
    const told = variablesOf(nameTemplate)
    const issue = (message: string) => context.addIssue({ code: 'custom', message, path: ['nameTemplate'] })
    if (!told.ok) issue(saysTemplateFault(told.error))
    else if (told.value.has('prompt') && metadata !== 'keep')
      issue(
        `{prompt} would tell the prompt, which metadata '${metadata}' leaves out. Keep the metadata, or leave it out.`,
      )
  })
export type ExportBody = z.output<typeof exportBody>
export type ExportInput = z.input<typeof exportBody>

/** The words below a picture of a contact sheet. */
export const sheetCaptions = ['none', 'name', 'prompt'] as const

/** Images as a contact sheet. */
export const exportSheetBody = z.strictObject({
  imageIds: imageIds(maxOnSheets),
  title: text({ minimum: 0, maximum: 200 }).default(''),
  columns: z.int().min(1).max(8).default(4),
  captions: z
    .enum(sheetCaptions)
    .default('name')
    .describe('`name`: number, model and size. `prompt`: the prompt as well.'),
})
export type ExportSheetBody = z.output<typeof exportSheetBody>
export type ExportSheetInput = z.input<typeof exportSheetBody>
