import { type FormEvent, useId, useState } from 'react'
import { type ShareExpiry, shareExpiries } from '#domain/sharing/share-expiry.ts'
import { errorMessage } from '#web/data/api-error.ts'
import { makeShare } from '#web/data/shares.ts'
import { useStore } from '#web/data/store.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Field } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { BoardView } from '../board-view.ts'
import { ShareList } from './share-list.tsx'
import { shareTexts } from './share-texts.ts'

const failed = { title: shareTexts.failed, description: shareTexts.failedText }

/** Makes links for review and closes them; nothing while nothing is being shared. */
export function ShareDialog({ view }: { view: BoardView }) {
  const sharing = useStore(view.sharing)
  return sharing && <OpenShareDialog view={view} generationId={sharing.generationId} />
}

function OpenShareDialog({ view, generationId }: { view: BoardView; generationId: string | null }) {
  const { projectId } = view.board
  const [address, setAddress] = useState<string | null>(null)
  const ownAddress = `${location.origin}/project/${projectId}${generationId === null ? '' : `?card=${generationId}`}`
  return (
    <Modal
      title={generationId === null ? shareTexts.title.project : shareTexts.title.branch}
      returnTo="[data-shares]"
      onClose={() => view.sharing.set(null)}
    >
      <div className="grid gap-5 overflow-y-auto px-6 pt-2 pb-6">
        <p className="text-13 text-muted">{shareTexts.text}</p>
        {address === null ? (
          <ShareForm projectId={projectId} generationId={generationId} onMade={setAddress} />
        ) : (
          <MadeLink address={address} />
        )}
        <ShareList projectId={projectId} />
        <div>
          <Button
            kind="quiet"
            className="-ml-3"
            onClick={() => void copyText(ownAddress, { done: shareTexts.ownCopied, failed })}
          >
            {shareTexts.own}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

type ShareFormProps = { projectId: string; generationId: string | null; onMade(address: string): void }

function ShareForm({ projectId, generationId, onMade }: ShareFormProps) {
  const [expiry, setExpiry] = useState<ShareExpiry>('7-days')
  const [showsPrompts, setShowsPrompts] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const expiryId = useId()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const made = await makeShare({ projectId, generationId, expiry, showsPrompts })
      onMade(location.origin + made.address)
    } catch (error) {
      setBusy(false)
      showToast({ kind: 'error', title: shareTexts.notMade, description: errorMessage(error, shareTexts.tryAgain) })
    }
  }

  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <div className="field">
        <label htmlFor={expiryId}>{shareTexts.expiry}</label>
        <div className="input">
          <select
            id={expiryId}
            className="h-full w-full bg-transparent outline-none"
            value={expiry}
            data-first-focus
            onChange={({ target }) => setExpiry(shareExpiries.find((each) => each === target.value) ?? expiry)}
          >
            {shareExpiries.map((each) => (
              <option key={each} value={each}>
                {shareTexts.expiries[each]}
              </option>
            ))}
          </select>
        </div>
      </div>
      <label className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3">
        <input
          type="checkbox"
          className="mt-0.5 size-5 accent-accent"
          checked={showsPrompts}
          onChange={({ target }) => setShowsPrompts(target.checked)}
        />
        <span>
          {shareTexts.prompts}
          <span className="block text-12 text-muted">{shareTexts.promptsText}</span>
        </span>
      </label>
      <div className="flex justify-end">
        <Button kind="solid" type="submit" busy={isBusy}>
          {shareTexts.make}
        </Button>
      </div>
    </form>
  )
}

function MadeLink({ address }: { address: string }) {
  return (
    <div className="grid gap-3">
      <Field
        label={shareTexts.address}
        hint={shareTexts.made}
        value={address}
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <div className="flex justify-end">
        <Button kind="solid" onClick={() => void copyText(address, { done: shareTexts.copied, failed })}>
          {shareTexts.copy}
        </Button>
      </div>
    </div>
  )
}
