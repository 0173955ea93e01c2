import { useState } from 'react'
import { requestConfirmation } from '#web/data/account/account-emails.ts'
import { AuthError, useIsGuest } from '#web/data/account/account-state.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AuthCard, ToBoard, ToSignIn } from './auth-card.tsx'
import { accountTexts } from './texts.ts'

type EmailSentProps = {
  title: string
  text: string
  /** Requests the same email once more. */
  sendAgain(): Promise<void>
}

const { confirm, forgot } = accountTexts

/** Explains where the email with the next step is. */
export function EmailSent({ title, text, sendAgain }: EmailSentProps) {
  const [isBusy, setBusy] = useState(false)
  // Goes on working until the email is confirmed.
  const isGuest = useIsGuest()

  const send = async () => {
    setBusy(true)
    try {
      await sendAgain()
      showToast({ kind: 'success', ...confirm.sent })
    } catch (error) {
      const description = error instanceof AuthError && error.message ? error.message : accountTexts.noConnection
      showToast({ kind: 'error', title: forgot.failed, description })
    }
    setBusy(false)
  }

  return (
    <AuthCard title={title}>
      <p role="status" className="text-muted wrap-anywhere">
        {text}
      </p>
      <Button kind="line" busy={isBusy} className="h-10!" onClick={() => void send()}>
        {isBusy ? forgot.busy : confirm.again}
      </Button>
      {isGuest ? <ToBoard /> : <ToSignIn />}
    </AuthCard>
  )
}

/** For an account whose email is not confirmed yet: it cannot sign in before. */
export const ConfirmationNeeded = ({ email }: { email: string }) => (
  <EmailSent
    title={accountTexts.confirm.neededTitle}
    text={accountTexts.confirm.needed(email)}
    sendAgain={() => requestConfirmation(email)}
  />
)
