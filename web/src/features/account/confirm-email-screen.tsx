import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { confirmEmail, emailInToken, isDeadLink, requestConfirmation } from '#web/data/account/account-emails.ts'
import { useAccountState } from '#web/data/account/account-state.ts'
import { useAnswer } from '#web/data/http/use-answer.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PageSpinner } from '#web/ui/page-states.tsx'
import { AuthCard, ToSignIn, UnreachableCard } from './auth-card.tsx'
import { ConfirmationNeeded } from './email-sent.tsx'
import { EmailForm } from './password-screens.tsx'
import { accountTexts } from './texts.ts'

const texts = accountTexts.confirm

/**
 * Confirms an email when its button is pressed: opening a link must not sign in, since it may be another person's link.
 * @param props.token From the email; empty where the address contains none.
 */
export function ConfirmEmailScreen({ token }: { token: string }) {
  const [isWanted, setWanted] = useState(false)
  if (token === '') return <DeadLink />
  if (isWanted) return <Confirming token={token} />
  const email = emailInToken(token)
  return (
    <AuthCard title={texts.askTitle}>
      <p className="text-muted">{email === null ? texts.askAny : texts.ask(email)}</p>
      <Button kind="solid" className="h-10!" onClick={() => setWanted(true)}>
        {texts.submit}
      </Button>
      <ToSignIn />
    </AuthCard>
  )
}

function Confirming({ token }: { token: string }) {
  const [answer, askAgain] = useAnswer(useCallback(() => confirmEmail(token), [token]))
  switch (answer.status) {
    case 'waiting':
      return <PageSpinner label={texts.waiting} />
    case 'ready':
      return <Confirmed />
    case 'failed':
      return isDeadLink(answer.error) ? <DeadLink /> : <UnreachableCard onTryAgain={askAgain} />
  }
}

/** A link that is opened once more confirms nothing new, and does not sign in. */
function Confirmed() {
  const isSignedIn = useAccountState().status === 'signed-in'
  return (
    <AuthCard title={texts.title}>
      <p role="status" className="text-muted">
        {isSignedIn ? texts.signedIn : texts.signedOut}
      </p>
      <Link to={isSignedIn ? '/image' : '/login'} replace className={`${buttonClass('solid')} h-10!`}>
        {isSignedIn ? texts.start : accountTexts.signIn}
      </Link>
    </AuthCard>
  )
}

function DeadLink() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = async (email: string) => {
    await requestConfirmation(email)
    setSentTo(email)
  }
  if (sentTo !== null) return <ConfirmationNeeded email={sentTo} />
  return (
    <AuthCard title={texts.deadTitle}>
      <p role="alert" className="text-muted">
        {texts.dead}
      </p>
      <EmailForm texts={accountTexts.forgot} send={send} />
      <ToSignIn />
    </AuthCard>
  )
}
