import {
  defaultExportQuality,
  type ExportFormat,
  exportFormats,
  type MetadataLevel,
  metadataLevels,
} from '#domain/transfer/export-format.ts'
import { defaultNameTemplate } from '#domain/transfer/export-names.ts'
import { userStorage } from '#web/data/storage/current-storage.ts'

/** A format that can be wanted: that of the pictures, or a contact sheet. */
export type WantedFormat = ExportFormat | 'pdf'
export const wantedFormats: readonly WantedFormat[] = [...exportFormats, 'pdf']

export const sizings = ['original', 'longest', 'exact'] as const
export type Sizing = (typeof sizings)[number]

export const captionKinds = ['none', 'name', 'prompt'] as const
export type SheetCaptions = (typeof captionKinds)[number]

/** The settings of one format, as the dialog has them. Pixels; `dpi` 0: the file says none. */
export type ExportSettings = {
  readonly sizing: Sizing
  readonly longestSide: number
  readonly width: number
  readonly height: number
  readonly quality: number
  readonly dpi: number
  readonly metadata: MetadataLevel
  readonly nameTemplate: string
  readonly columns: number
  readonly captions: SheetCaptions
}

const defaults: ExportSettings = {
  sizing: 'original',
  longestSide: 2_048,
  width: 1_080,
  height: 1_080,
  quality: defaultExportQuality,
  dpi: 0,
  metadata: 'keep',
  nameTemplate: defaultNameTemplate,
  columns: 4,
  captions: 'name',
}

const choices: { readonly [Name in keyof ExportSettings]?: readonly unknown[] } = {
  sizing: sizings,
  metadata: metadataLevels,
  captions: captionKinds,
}

const settingsKey = (format: WantedFormat) => `export-settings.${format}`
const formatKey = 'export-format'

/** Whether a kept value is one of this release. */
const fits = (name: keyof ExportSettings, value: unknown): boolean =>
  typeof value === typeof defaults[name] && (choices[name]?.includes(value) ?? true)

/** Reads the settings that a format was exported with last. */
export function readSettings(format: WantedFormat): ExportSettings {
  const kept: unknown = userStorage.read(settingsKey(format))
  const entries = Object.entries(Object(kept)).filter(
    ([name, value]) => name in defaults && fits(name as keyof ExportSettings, value),
  )
  return { ...defaults, ...Object.fromEntries(entries) }
}

/** Reads the format that was exported last. */
export const readFormat = (): WantedFormat =>
  wantedFormats.find((format) => format === userStorage.read(formatKey)) ?? 'png'

/** Keeps the settings of a format, as it is exported. */
export function keepSettings(format: WantedFormat, settings: ExportSettings): void {
  userStorage.write(formatKey, format)
  userStorage.write(settingsKey(format), settings)
}
