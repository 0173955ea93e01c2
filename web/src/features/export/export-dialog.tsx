import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { exportFiles, maxExported, maxOnSheets } from '#domain/transfer/export-format.ts'
import { type NamedImage, nameExports, nameVariables, saysTemplateFault } from '#domain/transfer/export-names.ts'
import { exportedSize } from '#domain/transfer/export-size.ts'
import { errorMessage, fieldErrorsOf } from '#web/data/http/api-error.ts'
import { type ExportedFile, exportImages, exportSheet } from '#web/data/pictures/export-images.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { saveFile } from '#web/ui/files.ts'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { showToast } from '#web/ui/toast.ts'
import {
  type ExportSettings,
  keepSettings,
  readFormat,
  readSettings,
  type WantedFormat,
  wantedFormats,
} from './export-settings.ts'
import { PictureSettings, SheetSettings } from './format-settings.tsx'
import { exportTexts as texts } from './texts.ts'

/** An image of which the dialog knows what its name may tell. */
export type ExportableImage = Omit<NamedImage, 'date'> & { readonly id: string; readonly createdAt: string }

type ExportDialogProps = { images: readonly ExportableImage[]; returnTo: string; onClose(): void }

/** The most names and pictures that the preview shows. */
const maxShown = 24

const sizeOf = ({ sizing, longestSide, width, height }: ExportSettings) =>
  sizing === 'longest' ? { longestSide } : sizing === 'exact' ? { width, height } : {}

/** The names of the files, or why there are none. */
function namesOf(images: readonly ExportableImage[], format: WantedFormat, settings: ExportSettings) {
  if (format === 'pdf') return { names: [], fault: null }
  const { nameTemplate, metadata } = settings
  if (nameTemplate.includes('{prompt}') && metadata !== 'keep') return { names: [], fault: texts.promptIsTold }
  const named = images.map((image) => ({
    ...image,
    ...exportedSize(image, sizeOf(settings)),
    date: image.createdAt.slice(0, 10),
  }))
  const names = nameExports(nameTemplate, named, exportFiles[format].extension)
  return names.ok ? { names: names.value, fault: null } : { names: [], fault: saysTemplateFault(names.error) }
}

type Asked = { readonly format: WantedFormat; readonly settings: ExportSettings; readonly title: string }

/** Exports images with settings: format, size, quality, metadata and names. What they are is kept for the next time. */
export function ExportDialog({ images, returnTo, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState(readFormat)
  const [settings, setSettings] = useState(() => readSettings(format))
  const [title, setTitle] = useState('')
  const [received, setReceived] = useState(0)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn({ format: wanted, settings: asked, title: heading }: Asked): Promise<ExportedFile> {
      setReceived(0)
      leaving.current = new AbortController()
      const following = { signal: leaving.current.signal, onBytes: setReceived }
      const imageIds = images.map(({ id }) => id)
      const { quality, dpi, metadata, nameTemplate, columns, captions } = asked
      if (wanted === 'pdf') return exportSheet({ imageIds, title: heading, columns, captions }, following)
      const body = {
        imageIds,
        format: wanted,
        ...sizeOf(asked),
        quality,
        metadata,
        nameTemplate,
        ...(dpi > 0 && { dpi }),
      }
      return exportImages(body, following)
    },
    onSuccess({ name, bytes }, asked) {
      keepSettings(asked.format, asked.settings)
      saveFile(name, bytes)
      showToast({ kind: 'success', title: texts.done, description: name })
      onClose()
    },
  })
  const change = (part: Partial<ExportSettings>) => {
    reset()
    setSettings({ ...settings, ...part })
  }
  const choose = (wanted: WantedFormat) => {
    reset()
    setFormat(wanted)
    setSettings(readSettings(wanted))
  }
  const { names, fault } = namesOf(images, format, settings)
  const most = format === 'pdf' ? maxOnSheets : maxExported
  const isStopped = leaving.current?.signal.aborted ?? false
  const [issue] = Object.values(fieldErrorsOf(error))
  const failure = error && !isStopped ? (issue ?? errorMessage(error, texts.brokeOff)) : null
  const reason = images.length > most ? texts.tooMany(most) : fault

  return (
    <Modal title={texts.title(images.length)} returnTo={returnTo} onClose={onClose} className="[--modal-width:960px]">
      <form
        className="contents"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason === null && !isPending) mutate({ format, settings, title })
        }}
      >
        <div className="grid min-h-0 grid-cols-[minmax(0,1fr)_344px] gap-6 overflow-y-auto px-6 pt-3 pb-6 max-tablet:grid-cols-1 max-sm:px-4">
          <div className="grid content-start gap-4">
            <fieldset className="grid grid-cols-4 gap-2 max-sm:grid-cols-3">
              <legend className="sr-only">{texts.format}</legend>
              {wantedFormats.map((each) => (
                <Button
                  key={each}
                  kind={each === format ? 'solid' : 'line'}
                  aria-pressed={each === format}
                  onClick={() => choose(each)}
                >
                  <span className="grid text-center">
                    <b>{texts.formats[each][0]}</b>
                    <small>{texts.formats[each][1]}</small>
                  </span>
                </Button>
              ))}
            </fieldset>
            {format === 'pdf' ? (
              <SheetSettings settings={settings} title={title} onTitle={setTitle} onChange={change} />
            ) : (
              <>
                <PictureSettings format={format} settings={settings} onChange={change} />
                <NameField settings={settings} fault={fault} onChange={change} />
              </>
            )}
          </div>
          <Preview images={images} names={names} />
        </div>
        <ModalFooter error={failure}>
          {isPending && (
            <span role="status" className="mr-auto text-13 text-muted tabular-nums">
              {texts.received(received)}
            </span>
          )}
          <Button kind="quiet" onClick={isPending ? () => leaving.current?.abort() : onClose}>
            {isPending ? texts.stop : texts.cancel}
          </Button>
          <Button kind="solid" type="submit" busy={isPending} reason={reason}>
            {texts.export}
          </Button>
        </ModalFooter>
      </form>
    </Modal>
  )
}

type NameFieldProps = {
  settings: ExportSettings
  fault: string | null
  onChange(part: Partial<ExportSettings>): void
}

/** The template of the names, and the parts that can be put into it. */
function NameField({ settings: { nameTemplate }, fault, onChange }: NameFieldProps) {
  return (
    <div className="grid gap-2">
      <Field
        label={texts.name}
        value={nameTemplate}
        error={fault}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange({ nameTemplate: target.value })}
      />
      <div className="flex flex-wrap gap-1">
        {nameVariables
          .filter((name) => !nameTemplate.includes(`{${name}}`))
          .map((name) => (
            <Button
              key={name}
              kind="line"
              size="small"
              aria-label={texts.add(name)}
              onClick={() => onChange({ nameTemplate: `${nameTemplate}-{${name}}` })}
            >
              <Plus aria-hidden="true" />
              {name}
            </Button>
          ))}
      </div>
    </div>
  )
}

/** The first pictures with the names of their files. */
function Preview({ images, names }: { images: readonly ExportableImage[]; names: readonly string[] }) {
  return (
    <section aria-label={texts.names} className="min-w-0">
      <ul className="grid gap-2">
        {images.slice(0, maxShown).map(({ id }, place) => (
          <li key={id} className="flex min-w-0 items-center gap-3">
            <img src={imageAddress(id, 64)} alt="" className="size-10 flex-none rounded-8 object-cover" />
            <span className="min-w-0 text-13 [overflow-wrap:anywhere]" dir="auto">
              {names[place] ?? ''}
            </span>
          </li>
        ))}
      </ul>
      {images.length > maxShown && (
        <p className="pt-2 text-13 text-muted">{texts.moreNames(images.length - maxShown)}</p>
      )}
    </section>
  )
}
