import { type FormEvent, useState } from 'react'
import { type ShareExpiry, shareExpiries } from '#domain/sharing/share-expiry.ts'
import type { ShareScope } from '#domain/sharing/share-scope.ts'
import { useIsGuest } from '#web/data/account/account-state.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { makeShare } from '#web/data/shares.ts'
import { type BoardSession, useOverlay } from '#web/features/board/board-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, SelectField } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { AccountNeeded } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { copyLink, keepAddress } from './link-address.ts'
import { defaultLinkOptions, LinkOptionFields } from './link-options.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { type LinkDraft, ShareList } from './share-list.tsx'
import { shareTexts } from './texts.ts'

/** Creates and revokes review links; renders nothing while closed. */
export function ShareDialog({ session }: { session: BoardSession }) {
  const sharing = useOverlay(session, 'share')
  return sharing && <OpenShareDialog session={session} opened={sharing.scope} />
}

function OpenShareDialog({ session, opened }: { session: BoardSession; opened: ShareScope }) {
  const { projectId } = session.board
  const [draft, setDraft] = useState<LinkDraft>({ scope: opened, showsPrompts: true })
  const [address, setAddress] = useState<string | null>(null)
  const isGuest = useIsGuest()
  const ownAddress = `${location.origin}/project/${projectId}${opened.kind === 'branch' ? `?card=${opened.generationId}` : ''}`
  return (
    <Modal
      title={shareTexts.title[draft.scope.kind]}
      returnTo="[data-shares]"
      onClose={() => session.overlays.close('share')}
    >
      <div className="grid gap-5 overflow-y-auto px-6 max-sm:px-4 pt-2 pb-6">
        {!isGuest && <p className="text-13 text-muted">{shareTexts.text}</p>}
        {isGuest ? (
          <AccountNeeded text={shareTexts.guest} />
        ) : address === null ? (
          <ShareForm session={session} opened={opened} draft={draft} onDraft={setDraft} onMade={setAddress} />
        ) : (
          <MadeLink address={address} />
        )}
        {!isGuest && (
          <ShareList
            session={session}
            onAnother={(like) => {
              setDraft(like)
              setAddress(null)
            }}
          />
        )}
        <div>
          <Button kind="quiet" className="-ml-3" onClick={() => copyLink(ownAddress, shareTexts.ownCopied)}>
            {shareTexts.own}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

type ShareFormProps = {
  session: BoardSession
  /** Scope that the dialog was opened for: a branch can be chosen only then. */
  opened: ShareScope
  draft: LinkDraft
  onDraft(draft: LinkDraft): void
  onMade(address: string): void
}

const expiryOptions = shareExpiries.map((value) => ({ value, name: shareTexts.expiries[value] }))

function ShareForm({ session, opened, draft, onDraft, onMade }: ShareFormProps) {
  const [expiry, setExpiry] = useState<ShareExpiry>('7-days')
  const [options, setOptions] = useState(defaultLinkOptions)
  const [isBusy, setBusy] = useState(false)
  const { projectId } = session.board
  const { scope, showsPrompts } = draft

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const made = await makeShare({ projectId, scope, expiry, showsPrompts, ...options })
      const address = location.origin + made.address
      keepAddress(made.id, address)
      onMade(address)
      copyLink(address, shareTexts.copied)
    } catch (error) {
      setBusy(false)
      showToast({ kind: 'error', title: shareTexts.notMade, description: errorMessage(error, shareTexts.tryAgain) })
    }
  }

  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <ScopeChoice
        session={session}
        opened={opened}
        scope={scope}
        onChoose={(chosen) => onDraft({ ...draft, scope: chosen })}
      />
      <SelectField
        label={shareTexts.expiry}
        value={expiry}
        options={expiryOptions}
        onChange={(value) => setExpiry(shareExpiries.find((each) => each === value) ?? expiry)}
      />
      <label className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3">
        <input
          type="checkbox"
          className="tick mt-0.5"
          checked={showsPrompts}
          onChange={({ target }) => onDraft({ ...draft, showsPrompts: target.checked })}
        />
        <span>
          {shareTexts.prompts}
          <span className="block text-12 text-muted">{shareTexts.promptsText[showsPrompts ? 'on' : 'off']}</span>
        </span>
      </label>
      <LinkOptionFields options={options} showsPrompts={showsPrompts} onChange={setOptions} />
      <div className="flex justify-end">
        <Button kind="solid" type="submit" busy={isBusy} data-first-focus>
          {shareTexts.make}
        </Button>
      </div>
    </form>
  )
}

const MadeLink = ({ address }: { address: string }) => (
  <div className="grid gap-3">
    <Field
      label={shareTexts.address}
      hint={shareTexts.made}
      value={address}
      readOnly
      onFocus={({ target }) => target.select()}
    />
    <div className="flex justify-end">
      <Button kind="solid" onClick={() => copyLink(address, shareTexts.copied)}>
        {shareTexts.copy}
      </Button>
    </div>
  </div>
)
