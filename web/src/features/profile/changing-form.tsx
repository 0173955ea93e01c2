import type { FormEvent, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

type ChangingFormProps = {
  texts: { title: string; submit: string; busy: string }
  isBusy: boolean
  onSubmit(event: FormEvent<HTMLFormElement>): void
  /** Two fields: beside each other where there is room. */
  children: ReactNode
}

/** The form in which one thing of the account is changed by the password. */
export const ChangingForm = ({ texts, isBusy, onSubmit, children }: ChangingFormProps) => (
  <form noValidate aria-label={texts.title} onSubmit={onSubmit} className="grid gap-5">
    <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
    <Button kind="line" type="submit" busy={isBusy} className="justify-self-start max-sm:justify-self-stretch">
      {isBusy ? texts.busy : texts.submit}
    </Button>
  </form>
)
