import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { ShareShape } from '#contract/share.ts'
import { formatTime } from '#domain/format.ts'
import { type ShareExpiry, shareExpiries } from '#domain/sharing/share-expiry.ts'
import { useIsGuest } from '#web/data/account/account-state.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { makeShare, revokeShare, sharesQuery } from '#web/data/review.ts'
import { shareAddressKey, userStorage } from '#web/data/storage/current-storage.ts'
import { type BoardSession, useOverlay } from '#web/features/board/board-session.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Field } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { AccountNeeded } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { shareTexts } from './texts.ts'

const failed = { title: shareTexts.failed, description: shareTexts.failedText }

/** The address of a link is kept in this browser alone: the server has only a hash of its token. */
const keepAddress = (shareId: string, address: string) => userStorage.write(shareAddressKey(shareId), address)
function readAddress(shareId: string): string | null {
  const kept = userStorage.read(shareAddressKey(shareId))
  return typeof kept === 'string' ? kept : null
}

/** Creates and revokes review links; renders nothing while closed. */
export function ShareDialog({ session }: { session: BoardSession }) {
  const sharing = useOverlay(session, 'share')
  return sharing && <OpenShareDialog session={session} generationId={sharing.generationId} />
}

function OpenShareDialog({ session, generationId }: { session: BoardSession; generationId: string | null }) {
  const { projectId } = session.board
  const [address, setAddress] = useState<string | null>(null)
  const isGuest = useIsGuest()
  const ownAddress = `${location.origin}/project/${projectId}${generationId === null ? '' : `?card=${generationId}`}`
  return (
    <Modal
      title={generationId === null ? shareTexts.title.project : shareTexts.title.branch}
      returnTo="[data-shares]"
      onClose={() => session.overlays.close('share')}
    >
      <div className="grid gap-5 overflow-y-auto px-6 pt-2 pb-6">
        {!isGuest && <p className="text-13 text-muted">{shareTexts.text}</p>}
        {isGuest ? (
          <AccountNeeded text={shareTexts.guest} />
        ) : address === null ? (
          <ShareForm projectId={projectId} generationId={generationId} onMade={setAddress} />
        ) : (
          <MadeLink address={address} />
        )}
        {!isGuest && <ShareList projectId={projectId} />}
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
      const address = location.origin + made.address
      keepAddress(made.id, address)
      onMade(address)
      await copyText(address, { done: shareTexts.copied, failed })
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
          className="tick mt-0.5"
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

/** The open links of a project, each with a button that revokes it. */
function ShareList({ projectId }: { projectId: string }) {
  const { data: shares } = useQuery(sharesQuery(projectId))

  const close = ({ id }: ShareShape) =>
    revokeShare(projectId, id).then(
      () => userStorage.remove(shareAddressKey(id)),
      (error: unknown) =>
        showToast({
          kind: 'error',
          title: shareTexts.notClosed,
          description: errorMessage(error, shareTexts.tryAgain),
        }),
    )

  return (
    <section className="grid gap-2">
      <h3 className="font-semibold text-13">{shareTexts.links}</h3>
      {shares?.length === 0 && <p className="text-13 text-muted">{shareTexts.noLinks}</p>}
      <ul className="grid gap-2">
        {shares?.map((share) => {
          const which = [
            shareTexts.scope(share.generationId !== null),
            shareTexts.shows(share.showsPrompts),
            shareTexts.until(share.expiresAt && formatTime(share.expiresAt)),
          ].join(', ')
          const address = readAddress(share.id)
          return (
            <li key={share.id} className="flex items-center gap-3 text-13">
              <span className="min-w-0 flex-1">
                {which}
                <span className="block text-12 text-muted">{shareTexts.visitors(share.visitors)}</span>
              </span>
              {address !== null && (
                <Button
                  kind="line"
                  aria-label={shareTexts.copyAgainLabel(which)}
                  onClick={() => void copyText(address, { done: shareTexts.copied, failed })}
                >
                  {shareTexts.copy}
                </Button>
              )}
              <Button kind="line" aria-label={shareTexts.closeLabel(which)} onClick={() => void close(share)}>
                {shareTexts.close}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
