import { type ExportFormat, metadataLevels } from '#domain/transfer/export-format.ts'
import { maxExportSide } from '#domain/transfer/export-size.ts'
import { Field, SelectField } from '#web/ui/field.tsx'
import { captionKinds, type ExportSettings, type SheetCaptions, type Sizing, sizings } from './export-settings.ts'
import { exportTexts as texts } from './texts.ts'

type Change = { onChange(part: Partial<ExportSettings>): void }

type NumberFieldProps = {
  label: string
  value: number
  least: number
  most: number
  hint?: string
  onChange(value: number): void
}

/** A field for a whole number. */
const NumberField = ({ label, value, least, most, hint, onChange }: NumberFieldProps) => (
  <Field
    label={label}
    type="number"
    inputMode="numeric"
    min={least}
    max={most}
    step={1}
    required={least > 0}
    value={value === 0 ? '' : value}
    {...(hint !== undefined && { hint })}
    onChange={({ target }) => onChange(Math.round(target.valueAsNumber) || 0)}
  />
)

const hasQuality = (format: ExportFormat) => format === 'jpeg' || format === 'webp' || format === 'avif'

const options = <Name extends string>(names: readonly Name[], said: Readonly<Record<Name, string>>) =>
  names.map((value) => ({ value, name: said[value] }))

/** Size, quality, resolution and metadata of exported pictures. */
export function PictureSettings({
  format,
  settings,
  onChange,
}: Change & { format: ExportFormat; settings: ExportSettings }) {
  const { sizing, longestSide, width, height, quality, dpi, metadata } = settings
  return (
    <>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <SelectField
          label={texts.size}
          value={sizing}
          options={options(sizings, texts.sizing)}
          onChange={(value) => onChange({ sizing: value as Sizing })}
        />
        {sizing === 'longest' && (
          <NumberField
            label={texts.longestSide}
            value={longestSide}
            least={1}
            most={maxExportSide}
            onChange={(value) => onChange({ longestSide: value })}
          />
        )}
        {sizing === 'exact' && (
          <div className="grid grid-cols-2 gap-2">
            <NumberField
              label={texts.width}
              value={width}
              least={1}
              most={maxExportSide}
              onChange={(value) => onChange({ width: value })}
            />
            <NumberField
              label={texts.height}
              value={height}
              least={1}
              most={maxExportSide}
              onChange={(value) => onChange({ height: value })}
            />
          </div>
        )}
      </div>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        {hasQuality(format) && (
          <NumberField
            label={texts.quality}
            value={quality}
            least={1}
            most={100}
            onChange={(value) => onChange({ quality: value })}
          />
        )}
        <NumberField
          label={texts.dpi}
          value={dpi}
          least={0}
          most={9_999}
          hint={texts.dpiHint}
          onChange={(value) => onChange({ dpi: value })}
        />
      </div>
      <SelectField
        label={texts.metadata}
        value={metadata}
        options={options(metadataLevels, texts.metadataLevels)}
        onChange={(value) => onChange({ metadata: metadataLevels.find((each) => each === value) ?? 'keep' })}
      />
    </>
  )
}

type SheetSettingsProps = Change & { settings: ExportSettings; title: string; onTitle(title: string): void }

/** Title, columns and captions of a contact sheet. */
export function SheetSettings({ settings, title, onTitle, onChange }: SheetSettingsProps) {
  return (
    <>
      <Field
        label={texts.sheetTitle}
        hint={texts.sheetPages}
        maxLength={200}
        value={title}
        onChange={({ target }) => onTitle(target.value)}
      />
      <NumberField
        label={texts.columns}
        value={settings.columns}
        least={1}
        most={8}
        onChange={(columns) => onChange({ columns })}
      />
      <SelectField
        label={texts.captions}
        value={settings.captions}
        options={options(captionKinds, texts.captionKinds)}
        onChange={(value) => onChange({ captions: value as SheetCaptions })}
      />
    </>
  )
}
