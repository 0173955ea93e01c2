import { type ReactNode, useId } from 'react'

type AccountSectionProps = { title: string; text?: string; children: ReactNode }

/** One section of the account page, below a line. */
export function AccountSection({ title, text, children }: AccountSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4 border-hairline border-t pt-8">
      <div className="grid gap-1">
        <h2 id={id} className="font-semibold text-16">
          {title}
        </h2>
        {text && <p className="text-muted">{text}</p>}
      </div>
      {children}
    </section>
  )
}
