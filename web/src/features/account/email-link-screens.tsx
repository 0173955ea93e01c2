import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import {
  confirmEmail,
  emailInToken,
  isDeadLink,
  readSignInOptions,
  requestConfirmation,
  requestPasswordReset,
  resetPassword,
} from '#web/data/account/account-emails.ts'
import { useAccountState } from '#web/data/account/account-state.ts'
import { useCommonPassword } from '#web/data/account/common-password.ts'
import { useAnswer } from '#web/data/http/use-answer.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { PageSpinner } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import {
  AuthCard,
  AuthForm,
  ConfirmationNeeded,
  EmailField,
  EmailSent,
  emailError,
  minimumPasswordLength,
  ToSignIn,
  UnreachableCard,
} from './auth-card.tsx'
import { accountTexts } from './texts.ts'

const forgotTexts = accountTexts.forgot

/** Requests an email for a new password; where no emails are sent, names the operator. */
export function ForgotPasswordScreen() {
  const [options, askAgain] = useAnswer(readSignInOptions)
  const [sentTo, setSentTo] = useState<string | null>(null)

  const send = async (email: string) => {
    await requestPasswordReset(email)
    setSentTo(email)
  }

  if (options.status === 'waiting') return <PageSpinner label={accountTexts.loading} />
  if (options.status === 'failed') return <UnreachableCard onTryAgain={askAgain} />
  // The same text for an unknown account.
  if (sentTo !== null)
    return (
      <EmailSent
        title={forgotTexts.sentTitle}
        text={forgotTexts.sent(sentTo)}
        sendAgain={() => requestPasswordReset(sentTo)}
      />
    )
  return (
    <AuthCard title={forgotTexts.title}>
      {options.value.resetsPassword ? (
        <>
          <p className="text-muted">{forgotTexts.text}</p>
          <EmailForm texts={forgotTexts} send={send} />
        </>
      ) : (
        <>
          <p className="text-muted">{forgotTexts.byOperator}</p>
          <code className="overflow-x-auto rounded-8 bg-raised p-3 font-mono text-13">{forgotTexts.command}</code>
        </>
      )}
      <ToSignIn />
    </AuthCard>
  )
}

const resetTexts = accountTexts.reset

/** Sets a new password. @param props.token From the email; null where the address contains none. */
export function ResetPasswordScreen({ token }: { token: string | null }) {
  const navigate = useNavigate()
  const [newPassword, setNewPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isDead, setDead] = useState(false)
  const isCommon = useCommonPassword(newPassword)

  const check = () => {
    const isTooShort = newPassword.length < minimumPasswordLength
    setError(isTooShort ? accountTexts.signup.passwordHint : null)
    return !isTooShort
  }

  const send = async (emailToken: string) => {
    try {
      await resetPassword({ token: emailToken, newPassword })
    } catch (refusal) {
      if (!isDeadLink(refusal)) throw refusal
      setDead(true)
      return
    }
    showToast({ kind: 'success', ...resetTexts.done })
    // Replaces this page in the history: its address contains a used token.
    await navigate({ to: '/login', replace: true })
  }

  if (isDead || token === null)
    return (
      <AuthCard title={resetTexts.deadTitle}>
        <p role="alert" className="text-muted">
          {resetTexts.dead}
        </p>
        <Link to="/forgot-password" className={`${buttonClass('solid')} h-10!`}>
          {resetTexts.another}
        </Link>
        <ToSignIn />
      </AuthCard>
    )
  return (
    <AuthCard title={resetTexts.title}>
      <AuthForm
        texts={resetTexts}
        check={check}
        send={() => send(token)}
        fields={(isBusy) => (
          <PasswordField
            label={accountTexts.fields.newPassword}
            name="new-password"
            autoComplete="new-password"
            required
            disabled={isBusy}
            hint={isCommon ? accountTexts.signup.commonPassword : accountTexts.signup.passwordHint}
            error={error}
            value={newPassword}
            onChange={(event) => setNewPassword(event.target.value)}
          />
        )}
      />
      <ToSignIn />
    </AuthCard>
  )
}

type EmailFormProps = {
  texts: { submit: string; busy: string; failed: string }
  /** @param email Trimmed. */
  send(email: string): Promise<void>
}

/** The form for the address that an email is sent to. */
function EmailForm({ texts, send }: EmailFormProps): ReactNode {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)

  const check = () => {
    const found = emailError(email)
    setError(found)
    return found === null
  }

  return (
    <AuthForm
      texts={texts}
      check={check}
      send={() => send(email.trim())}
      fields={(isBusy) => (
        <EmailField disabled={isBusy} error={error} value={email} onChange={(event) => setEmail(event.target.value)} />
      )}
    />
  )
}

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
