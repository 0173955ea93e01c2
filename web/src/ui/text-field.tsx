import { CircleAlert } from 'lucide-react'
import { type ComponentProps, useId } from 'react'

type TextFieldProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string
  hint?: string
  error?: string | null
}

/** A field for several lines: the label above it, a hint or an error under it. */
export function TextField({ label, hint, error, ...textarea }: TextFieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input input-lines">
        <textarea
          {...textarea}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        />
      </div>
      {note && (
        <p id={`${id}-note`} className={error ? 'is-error' : undefined}>
          {error && <CircleAlert aria-hidden="true" className="size-3.5" />}
          {note}
        </p>
      )}
    </div>
  )
}
