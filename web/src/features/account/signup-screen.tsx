import { useCallback, useState } from 'react'
import type { SignInOptions } from '#contract/account/accounts.ts'
import { isDeadLink, readInvitation, readSignInOptions } from '#web/data/account/account-emails.ts'
import { accountState, signUp, useIsGuest } from '#web/data/account/account-state.ts'
import { useCommonPassword } from '#web/data/account/common-password.ts'
import { useAnswer } from '#web/data/http/use-answer.ts'
import { Field, PasswordField } from '#web/ui/field.tsx'
import { PageSpinner } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import {
  AuthCard,
  AuthForm,
  ConfirmationNeeded,
  checkFields,
  EmailField,
  type FieldErrors,
  minimumPasswordLength,
  OtherWay,
  ToBoard,
  UnreachableCard,
} from './auth-card.tsx'
import { accountTexts } from './texts.ts'
import { GuestButton } from './try-as-guest.tsx'

const texts = accountTexts.signup

/**
 * Create an account, if the server accepts new ones.
 * @param props.invitation The token of an invitation; null where the address contains none.
 */
export function SignupScreen({ invitation }: { invitation: string | null }) {
  const [options] = useAnswer(readSignInOptions)
  const known = options.status === 'ready' ? options.value : null
  if (known?.signUp === 'closed') return <NoSignup title={texts.closedTitle} text={texts.closed} />
  if (invitation !== null) return <InvitedSignup token={invitation} options={known} />
  if (known?.signUp === 'invite')
    return <NoSignup title={texts.byInvitationTitle} text={texts.byInvitation} command={texts.inviteCommand} />
  return <SignupForm options={known} invited={null} />
}

function NoSignup({ title, text, command }: { title: string; text: string; command?: string }) {
  return (
    <AuthCard title={title}>
      <p role="status" className="text-muted">
        {text}
      </p>
      {command !== undefined && (
        <code className="overflow-x-auto rounded-8 bg-raised p-3 font-mono text-13">{command}</code>
      )}
      <OtherWay question={texts.other} to="/login" link={texts.otherLink} />
    </AuthCard>
  )
}

/** The form of an invitation: its email cannot be changed. */
function InvitedSignup({ token, options }: { token: string; options: SignInOptions | null }) {
  const [answer, askAgain] = useAnswer(useCallback(() => readInvitation(token), [token]))
  switch (answer.status) {
    case 'waiting':
      return <PageSpinner label={accountTexts.loading} />
    case 'ready':
      return <SignupForm options={options} invited={{ token, email: answer.value.email }} />
    case 'failed':
      return isDeadLink(answer.error) ? (
        <NoSignup title={texts.deadTitle} text={texts.dead} />
      ) : (
        <UnreachableCard onTryAgain={askAgain} />
      )
  }
}

type SignupFormProps = {
  /** Null until the server has answered. */
  readonly options: SignInOptions | null
  readonly invited: { readonly token: string; readonly email: string } | null
}

/** The fields of a new account: first name, email and password. */
function SignupForm({ options, invited }: SignupFormProps) {
  const [firstName, setFirstName] = useState('')
  const [email, setEmail] = useState(invited?.email ?? '')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const emailHint = invited ? texts.invitedHint : options?.confirmsEmail ? texts.emailHint : null
  const isCommon = useCommonPassword(password)
  const isGuest = useIsGuest()

  const check = () => {
    const found = checkFields({ firstName, email, password })
    const isTooShort = password.length < minimumPasswordLength
    if (isTooShort) showToast({ kind: 'error', ...texts.invalidPassword })
    setErrors(isTooShort ? { ...found, password: texts.passwordHint } : found)
    return Object.keys(found).length === 0 && !isTooShort
  }

  const send = async () => {
    const account = { firstName: firstName.trim(), email: email.trim(), password }
    await signUp({ ...account, ...(invited && { invitation: invited.token }) })
    const state = accountState.get()
    // A guest whose email must be confirmed stays one until then.
    if (state.status === 'signed-out' || (state.status === 'signed-in' && state.user.isGuest))
      setUnconfirmed(email.trim())
    else showToast({ kind: 'success', ...texts.done })
  }

  if (unconfirmed !== null) return <ConfirmationNeeded email={unconfirmed} />
  return (
    <AuthCard title={texts.title}>
      {isGuest && <p className="text-muted">{accountTexts.guest.kept}</p>}
      <AuthForm
        texts={texts}
        check={check}
        send={send}
        fields={(isBusy) => (
          <>
            <Field
              label={accountTexts.fields.firstName}
              name="firstName"
              autoComplete="given-name"
              required
              disabled={isBusy}
              error={errors.firstName ?? null}
              value={firstName}
              onChange={(event) => setFirstName(event.target.value)}
            />
            <EmailField
              disabled={isBusy}
              readOnly={invited !== null}
              {...(emailHint !== null && { hint: emailHint })}
              error={errors.email ?? null}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <PasswordField
              label={accountTexts.fields.password}
              name="password"
              autoComplete="new-password"
              required
              disabled={isBusy}
              hint={isCommon ? texts.commonPassword : texts.passwordHint}
              error={errors.password ?? null}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </>
        )}
      />
      <div className="grid gap-2">
        <OtherWay question={texts.other} to="/login" link={texts.otherLink} />
        {isGuest && <ToBoard />}
        {options?.allowsGuests && !isGuest && invited === null && (
          <div className="text-center">
            <GuestButton look="link" />
          </div>
        )}
      </div>
    </AuthCard>
  )
}
