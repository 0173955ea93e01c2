import { useMutation } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { LocalModelShape } from '#contract/local-model.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { installLocalModel } from '#web/data/models/local-models.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { formatBytes, localModelTexts } from './texts.ts'

const texts = localModelTexts.dialog

type InstallDialogProps = { model: LocalModelShape; onClose(): void }

/** Asks before gigabytes: the size, the expected speed and the licence, which some models need accepted. */
export function InstallDialog({ model, onClose }: InstallDialogProps) {
  const { id, name, bytes, licence, description } = model
  const mustAccept = licence.mustBeAccepted && licence.acceptedAt === null
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => installLocalModel(id, { acceptsLicence: mustAccept }),
    onSuccess: onClose,
  })
  const facts = [
    [texts.size, formatBytes(bytes)],
    ...localModelTexts.takes(model).map((time) => [texts.speed, time]),
    [texts.licence, licence.name],
  ]
  return (
    <Modal
      title={texts.title(name)}
      returnTo={`[data-model="${id}"], main h1`}
      onClose={onClose}
      className="[--modal-width:520px]"
    >
      <div className="min-h-0 overflow-y-auto px-6 pt-2 pb-4 max-sm:px-4">
        <p className="text-muted">{description}</p>
        <dl className="mt-4 grid grid-cols-[96px_minmax(0,1fr)] gap-y-2 border-hairline border-y py-3 text-13 tabular-nums">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-13 text-muted">{texts.text}</p>
        {mustAccept && <p className="mt-3 text-13">{texts.accept(licence.name)}</p>}
        <a
          href={licence.link}
          target="_blank"
          rel="noreferrer"
          className="text-link mt-3 inline-flex items-center gap-1 text-13"
        >
          {texts.read} <ExternalLink aria-hidden="true" className="size-3.5" />
        </a>
        {error && (
          <p role="alert" className="mt-3 text-13 text-danger">
            {errorMessage(error, localModelTexts.noConnection)}
          </p>
        )}
      </div>
      <footer className="flex justify-end gap-2 border-hairline border-t px-6 py-4 max-sm:px-4">
        <Button kind="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button kind="solid" busy={isPending} onClick={() => mutate()}>
          {mustAccept ? texts.acceptAndInstall : texts.install}
        </Button>
      </footer>
    </Modal>
  )
}
