import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { AuthError } from '#web/data/auth-call.ts'
import { Button } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { productName } from '#web/ui/product-name.ts'
import { showToast } from '#web/ui/toast.ts'
import { accountTexts } from './texts.ts'

type AuthFormProps = {
  texts: { title: string; submit: string; busy: string; other: string; failed: string }
  /** Says what is wrong with the fields; false if nothing is sent. */
  check(): boolean
  send(): Promise<void>
  fields(isBusy: boolean): ReactNode
  otherLink: ReactNode
}

/** The calm card in which people sign in and sign up. */
export function AuthForm({ texts, check, send, fields, otherLink }: AuthFormProps) {
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !check()) return
    setBusy(true)
    try {
      await send()
    } catch (error) {
      const description = error instanceof AuthError && error.message ? error.message : accountTexts.noConnection
      showToast({ kind: 'error', title: texts.failed, description })
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="island relative grid w-full max-w-[400px] gap-5 rounded-20! p-10 max-sm:p-6"
    >
      <Link to="/" aria-label={productName} className="justify-self-start rounded-6">
        <Mark className="size-7" />
      </Link>
      <h1 className="display mb-2 text-[34px]/10 tracking-[-0.022em]">{texts.title}</h1>
      {fields(isBusy)}
      <Button kind="solid" type="submit" busy={isBusy} className="mt-1 h-10!">
        {isBusy ? texts.busy : texts.submit}
      </Button>
      <p className="text-center text-13 text-muted">
        {texts.other} {otherLink}
      </p>
    </form>
  )
}
