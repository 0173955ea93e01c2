import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { readSignInOptions } from '#web/data/account/account-emails.ts'
import { AuthError, startAsGuest } from '#web/data/account/account-state.ts'
import { useAnswer } from '#web/data/http/use-answer.ts'
import { buttonClass, Spinner } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { accountTexts } from './texts.ts'

const texts = accountTexts.guest

type GuestButtonProps = {
  /** `link`: within a text. `large`: a button beside others. */
  look: 'link' | 'large'
}

/** Offers to try without an account; nothing where the server does not allow it. */
export function TryAsGuest({ look }: GuestButtonProps) {
  const [options] = useAnswer(readSignInOptions)
  return options.status === 'ready' && options.value.allowsGuests ? <GuestButton look={look} /> : null
}

/** Starts as a guest, and opens an empty board. */
export function GuestButton({ look }: GuestButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const router = useRouter()

  const start = async () => {
    setBusy(true)
    try {
      const projectId = await startAsGuest(texts.firstProject)
      await router.navigate({ to: '/project/$projectId', params: { projectId } })
    } catch (error) {
      const description = error instanceof AuthError && error.message ? error.message : accountTexts.noConnection
      showToast({ kind: 'error', title: texts.failed, description })
      setBusy(false)
    }
  }

  return (
    <button
      type="button"
      className={
        look === 'large'
          ? buttonClass('line', 'large')
          : 'text-link inline-flex items-center gap-1.5 text-13 text-ink max-sm:min-h-11'
      }
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={() => {
        if (!isBusy) void start()
      }}
    >
      {isBusy && <Spinner />}
      {texts.start}
    </button>
  )
}
