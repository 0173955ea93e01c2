import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { reviewTexts } from './texts.ts'

type PassphraseFormProps = {
  /** The reason why the last one was refused; null before the first. */
  error: string | null
  onGiven(passphrase: string): void
}

/** Asks for the passphrase of a link, as the page in place of what it shows. */
export function PassphraseForm({ error, onGiven }: PassphraseFormProps) {
  const [passphrase, setPassphrase] = useState('')
  const texts = reviewTexts.passphrase
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (passphrase !== '') onGiven(passphrase)
  }
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <form className="grid w-full max-w-[360px] gap-4" onSubmit={submit}>
        <h1 className="font-semibold text-20">{texts.title}</h1>
        <p className="text-muted">{texts.text}</p>
        <PasswordField
          label={texts.label}
          value={passphrase}
          error={error}
          autoComplete="off"
          onChange={({ target }) => setPassphrase(target.value)}
        />
        <div className="flex justify-end">
          <Button kind="solid" type="submit">
            {texts.go}
          </Button>
        </div>
      </form>
    </main>
  )
}
