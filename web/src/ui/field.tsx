import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { IconButton } from './button.tsx'

type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  hint?: string
  error?: string | null
  /** A prefix of the text, like an @. */
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
          dir="auto"
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
          dir="auto"
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

type SelectProps = {
  label: string
  value: string
  options: readonly { readonly value: string; readonly name: string }[]
  onChange(value: string): void
}

/** A field whose value is one of a list. */
export function SelectField({ label, value, options, onChange }: SelectProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input">
        <select
          id={id}
          className="h-full w-full min-w-0 bg-transparent text-ellipsis outline-none"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

/** A field for a password, which can be shown. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          label={isShown ? 'Hide password' : 'Show password'}
          aria-pressed={isShown}
          disabled={props.disabled}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff /> : <Eye />}
        </IconButton>
      }
    />
  )
}

type ChoiceProps = {
  label: string
  value: string
  onChange(value: string): void
  children: ReactNode
  disabled?: boolean
}

/** A field with one choice of several. */
export function Choice({ label, value, onChange, children, disabled = false }: ChoiceProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input">
        <select
          id={id}
          disabled={disabled}
          className="h-full w-full bg-transparent outline-none"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {children}
        </select>
      </div>
    </div>
  )
}

type SwitchProps = {
  /** The accessible name: what is so while it is on. */
  label: string
  isOn: boolean
  describedBy?: string
  onTurn(isOn: boolean): void
}

/** A switch, which takes effect at once. */
export const Switch = ({ label, isOn, describedBy, onTurn }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    className="switch"
    aria-label={label}
    aria-checked={isOn}
    aria-describedby={describedBy}
    onClick={() => onTurn(!isOn)}
  />
)
