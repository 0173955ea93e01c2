import { type ReactNode, useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { AuthForm } from './auth-form.tsx'
import { emailError } from './check-fields.ts'
import { accountTexts } from './texts.ts'

type EmailFormProps = {
  texts: { submit: string; busy: string; failed: string }
  /** @param email Without blanks around it. */
  send(email: string): Promise<void>
}

/** Asks for an email that a letter is to be sent to. */
export function EmailForm({ texts, send }: EmailFormProps): ReactNode {
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
        <Field
          label={accountTexts.fields.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          disabled={isBusy}
          error={error}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      )}
    />
  )
}
