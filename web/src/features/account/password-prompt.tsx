import { type FormEvent, useState } from 'react'
import { confirmPassword } from '#web/data/account/confirm-password.ts'
import { closePasswordPrompt } from '#web/data/account/password-prompt.ts'
import { errorMessage, fieldErrorsOf } from '#web/data/http/api-error.ts'
import { PasswordField } from '#web/ui/field.tsx'
import { Modal, ModalActions, ModalFooter } from '#web/ui/modal.tsx'
import { accountTexts } from './texts.ts'

const texts = accountTexts.prompt

/** Asks for the password before a call that hands out lasting access goes on. */
export function PasswordPrompt() {
  const [password, setPassword] = useState('')
  // Pages of visitors, which have the same frame, load no TanStack Query.
  const [state, setState] = useState<'idle' | 'checking' | { readonly refusal: string }>('idle')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (state === 'checking' || password === '') return
    setState('checking')
    try {
      await confirmPassword(password)
      closePasswordPrompt('confirmed')
    } catch (error) {
      setState({ refusal: fieldErrorsOf(error).password ?? errorMessage(error, texts.failed) })
    }
  }
  return (
    <Modal
      title={texts.title}
      returnTo="main h1"
      onClose={() => closePasswordPrompt('canceled')}
      className="[--modal-width:420px]"
    >
      <form noValidate onSubmit={submit}>
        <div className="grid gap-4 px-6 pt-2 pb-6 max-sm:px-4">
          <p className="text-muted">{texts.text}</p>
          <PasswordField
            label={texts.password}
            name="password"
            autoComplete="current-password"
            data-first-focus
            value={password}
            error={typeof state === 'object' ? state.refusal : null}
            onChange={({ target }) => setPassword(target.value)}
          />
        </div>
        <ModalFooter>
          <ModalActions
            cancel={texts.cancel}
            onCancel={() => closePasswordPrompt('canceled')}
            submit={texts.submit}
            isBusy={state === 'checking'}
          />
        </ModalFooter>
      </form>
    </Modal>
  )
}
