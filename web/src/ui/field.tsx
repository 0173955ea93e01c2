import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  hint?: string
  error?: string | null
  /** What stands before the text and belongs to it, like an @. */
  start?: string | undefined
  /** A control at the right end of the field. */
  end?: ReactNode
}

/** A text field: the label above it, a hint or an error under it. */
export function Field({ label, hint, error, start, end, ...input }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input">
        {start && (
          <span aria-hidden="true" className="-mr-1.5 text-muted">
            {start}
          </span>
        )}
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        {end}
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
