import { useState } from 'react'
import { readSignInOptions, requestPasswordReset } from '#web/data/account-emails.ts'
import { useAnswer } from '#web/data/use-answer.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { AuthCard } from './auth-card.tsx'
import { EmailForm } from './email-form.tsx'
import { LetterSent } from './letter-sent.tsx'
import { ToSignIn } from './other-way.tsx'
import { accountTexts } from './texts.ts'
import { UnreachableCard } from './unreachable-card.tsx'

const texts = accountTexts.forgot

/** Asks for a letter that leads to a new password; where no letters are sent, says who helps. */
export function ForgotPasswordScreen() {
  const [options, askAgain] = useAnswer(readSignInOptions)
  const [sentTo, setSentTo] = useState<string | null>(null)

  const send = async (email: string) => {
    await requestPasswordReset(email)
    setSentTo(email)
  }

  if (options.status === 'waiting') return <PageSpinner label={accountTexts.loading} />
  if (options.status === 'failed') return <UnreachableCard onTryAgain={askAgain} />
  // The same words whether there is such an account or not.
  if (sentTo !== null)
    return (
      <LetterSent title={texts.sentTitle} text={texts.sent(sentTo)} sendAgain={() => requestPasswordReset(sentTo)} />
    )
  return (
    <AuthCard title={texts.title}>
      {options.value.resetsPassword ? (
        <>
          <p className="text-muted">{texts.text}</p>
          <EmailForm texts={texts} send={send} />
        </>
      ) : (
        <>
          <p className="text-muted">{texts.byOperator}</p>
          <code className="overflow-x-auto rounded-8 bg-raised p-3 font-mono text-13">{texts.command}</code>
        </>
      )}
      <ToSignIn />
    </AuthCard>
  )
}
