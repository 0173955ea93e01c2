import { ExternalLink } from 'lucide-react'
import type { LocalModelShape } from '#contract/local-model.ts'
import { formatDate } from '#domain/format.ts'
import { Modal } from '#web/ui/modal.tsx'
import { localModelTexts } from './texts.ts'

const texts = localModelTexts.files

type FilesDialogProps = { model: LocalModelShape; onClose(): void }

/** The licence of a model, and each of its files with its hash and who vouches for it. */
export function FilesDialog({ model: { id, name, licence, files }, onClose }: FilesDialogProps) {
  return (
    <Modal
      title={texts.title(name)}
      returnTo={`[data-model="${id}"]`}
      onClose={onClose}
      className="[--modal-width:640px]"
    >
      <div className="min-h-0 overflow-y-auto px-6 pt-2 pb-6 text-13 max-sm:px-4">
        <p>
          <a href={licence.link} target="_blank" rel="noreferrer" className="text-link inline-flex items-center gap-1">
            {licence.name} <ExternalLink aria-hidden="true" className="size-3.5" />
          </a>
        </p>
        {licence.acceptedAt && <p className="mt-1 text-muted">{texts.accepted(formatDate(licence.acceptedAt))}</p>}
        <ul className="mt-4 border-hairline border-t">
          {files.map(({ source, sha256, trust }) => (
            <li key={source} className="grid gap-1 border-hairline border-b py-3">
              <span className="break-all">{source}</span>
              <span className="text-12 text-muted">{sha256 === null ? texts.unknown : texts[trust]}</span>
              {sha256 !== null && <code className="break-all text-12 text-muted">{sha256}</code>}
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
